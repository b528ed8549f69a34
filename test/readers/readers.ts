import { readCursor as readLiveCursor } from '@runners/live-log';
import { isGzipFile, bodyFormat, charsetOf } from '../../rest-compat/formats/content-type.ts';
import { negotiate } from '../../rest-compat/formats/formats.ts';
import { readQuery } from '@runners/wire';
import { Args } from '../../rest-compat/args.ts';
import { table } from '../../rest-compat/table.ts';
import { makeFinder } from '../../rest-compat/path-finder.ts';
import { readGlobalId } from '../../schema/global-id.ts';
import { readCursor } from '../../schema/pagination/cursor.ts';
import { queryType } from '../../schema/transport/query-method.ts';
import { completedSearch } from '../../schema/transport/named-document.ts';
import { checkBirthDate } from '../../src/domain/people/update-profile.ts';
import { misspellingsOf, searchWords } from '../../src/domain/people/search-words.ts';
import { checkEmail } from '../../src/domain/accounts/email.ts';
import { isOldKey } from '../../src/domain/accounts/old-credentials.ts';
import { readHash } from '../../src/domain/accounts/old-hashes/read-hash.ts';
import { isKeyOfOurs, namesKey } from '../../src/domain/accounts/authenticate.ts';
import { checkPassword } from '../../src/domain/accounts/passwords.ts';
import { readWallClock } from '../../src/domain/events/check-event.ts';
import { checkWebAddress, shownAddress } from '../../src/domain/events/web-address.ts';
import { mailableName } from '../../src/domain/friendships/mailable-name.ts';
import { readIdempotencyKey } from '../../src/domain/idempotency/idempotency-key.ts';
import { cursorFaults } from '../../src/domain/live/cursor-faults.ts';
import { momentMs, readMoment } from '../../src/domain/rules/moment.ts';
import { bodyCodingOf } from '../../src/platform/bodies/body-coding.ts';
import { asciiAddress } from '../../src/platform/mail/address.ts';
import { checkName, cleanName } from '../../src/platform/names.ts';
import { requestIdOf } from '../../src/platform/observability/request-record.ts';
import { redacted } from '../../src/platform/observability/safe-error.ts';
import { spelling, spellings } from '../../src/platform/places/gazetteer-spelling.ts';
import { mayBePlace } from '../../src/platform/places/places.ts';
import { readLaps } from '../../src/domain/workouts/laps.ts';
import { checkText, storableLine } from '../../src/platform/text.ts';
import { hasTag } from '../../src/web/answers/entity-tag.ts';
import { codingFor } from '../../src/web/answers/content-coding.ts';
import { makeAddressOf } from '../../src/request/client-address.ts';
import { escapedLine } from '../../src/web/request-line.ts';
import type { IncomingMessage } from 'node:http';
import { bytes, header } from './reader.ts';
import type { Reader } from './reader.ts';
import { readersOfBodies } from './readers-of-bodies.ts';

const findRoute = makeFinder(table);
const addressOf = makeAddressOf(true, { warn() {} });
const asRequest = (headers: Record<string, string>) => ({ headers, socket: {} }) as unknown as IncomingMessage;
const position = { epoch: '00000000', former: [], lastSeq: 1, prunedSeq: 0 } as unknown as Parameters<
  typeof readLiveCursor
>[1];
const args = (read: (one: Args) => unknown) => (text: string) => {
  const given = new Args({ a: text }, {});
  const value = read(given);
  given.check();
  return value;
};

/** The readers, by what they read. Those of documents, sockets and pages are asked over HTTP (`sent.test.ts`). */
export const readers: Readonly<Record<string, Reader>> = {
  'the line of a request': {
    of: ['src/web/request-line.ts#escapedLine'],
    read: (text) => escapedLine(bytes(text)),
    most: header,
    around: [['GET /', ' HTTP/1.1\r\n']],
  },
  'a path': { of: [], read: findRoute, most: header, around: [['/', '']] },
  'a query': { of: ['packages/wire/form/read.ts#readQuery'], read: readQuery },
  'the search of a document': {
    of: [],
    read: (text) => completedSearch(`/graphql?${text}`, (request) => request),
    around: [
      ['', ''],
      ['query=', ''],
      ['extensions=', ''],
    ],
  },
  ...readersOfBodies,
  Accept: {
    of: ['packages/wire/types/accept.ts#negotiate'],
    read: (text) => negotiate(text, undefined, ['json', 'xml', 'gpx']),
    most: header,
  },
  'Accept-Encoding': {
    of: [],
    read: (text) => codingFor(asRequest({ 'accept-encoding': text })),
    most: header,
  },
  'Content-Type': {
    of: [],
    read: (text) => [bodyFormat(text), charsetOf(text), isGzipFile(text), queryType(text)],
    most: header,
    around: [
      ['', ''],
      ['text/xml; charset=', ''],
    ],
  },
  'Content-Encoding': { of: [], read: bodyCodingOf, most: header },
  'If-None-Match': { of: [], read: (text) => hasTag(text, 'W/"a"'), most: header },
  Authorization: {
    of: [],
    read: (text) => [namesKey(text), isKeyOfOurs(text), isOldKey(text)],
    most: header,
    around: [
      ['', ''],
      ['ApiKey ', ''],
      ['ApiKey a', '\u0001 '],
    ],
  },
  'a password hash of another service': {
    of: ['src/domain/accounts/old-hashes/read-hash.ts#readHash'],
    read: readHash,
    around: [
      ['', ''],
      ['pbkdf2_sha256$1$', ''],
      ['bcrypt$$2b$12$', ''],
      ['argon2$argon2id$v=19$m=', ''],
      ['$6$rounds=', ''],
      ['{scrypt}$', ''],
    ],
  },
  'X-Forwarded-For': {
    of: [],
    read: (text) => addressOf(asRequest({ 'x-forwarded-for': text })),
    most: header,
    around: [
      ['', ''],
      ['"', '"'],
      ['[', ']:1'],
    ],
  },
  'X-Request-Id': { of: [], read: requestIdOf, most: header },
  'Idempotency-Key': {
    of: ['src/domain/idempotency/idempotency-key.ts#readIdempotencyKey'],
    read: readIdempotencyKey,
    most: header,
  },
  'an id': { of: ['schema/global-id.ts#readGlobalId'], read: readGlobalId },
  'an id in base64': { of: [], read: (text) => readGlobalId(Buffer.from(text).toString('base64url')) },
  'a cursor': {
    of: ['schema/pagination/cursor.ts#readCursor', 'packages/live-log/log/cursor.ts#readCursor'],
    read: (text) => {
      const cursor = Buffer.from(text).toString('base64url');
      for (const form of [/^\d+$/, /^[^|]*\|\d+$/])
        try {
          readCursor('after', cursor, form);
        } catch {
          // Each form is tried.
        }
      return readLiveCursor(cursor, position, cursorFaults);
    },
  },
  'a number': {
    of: [],
    read: args((one) => one.numberOrNull('a')),
    around: [
      ['', ''],
      ['1', ''],
      ['1.', ''],
    ],
  },
  'a truth value': { of: [], read: args((one) => one.booleanOrNull('a')) },
  'a word of an enumeration': { of: [], read: args((one) => one.wordOrNull('a', { b: 1 })) },
  'a moment': {
    of: ['src/domain/rules/moment.ts#readMoment', 'src/domain/workouts/check-workout.ts#checkRunDate'],
    read: (text) => [readMoment(text), momentMs(text)],
    around: [
      ['', ''],
      ['2026-01-01T00:00:00.', 'Z'],
      ['2026-01-01T00:00:00+', ''],
    ],
  },
  'a date of birth': {
    of: ['src/domain/people/update-profile.ts#checkBirthDate'],
    read: (text) => checkBirthDate(text, new Date(0)),
  },
  'a time without a zone': {
    of: ['src/domain/events/check-event.ts#readWallClock'],
    read: readWallClock,
    around: [
      ['', ''],
      ['2026-01-01T00:00:00.', 'x'],
    ],
  },
  'the laps of a run in an archive': {
    of: ['src/domain/workouts/laps.ts#readLaps'],
    read: readLaps,
    around: [
      ['', ''],
      ['[[null,', ',1]]'],
    ],
  },
  'a text': {
    of: ['src/platform/text.ts#checkText'],
    read: (text) => [storableLine(text), checkText(text, 'a', 'text')],
  },
  'a name': {
    of: ['src/platform/names.ts#checkName'],
    read: (text) => [cleanName(text), mailableName(text, ''), checkName(text, 'a')],
  },
  'an address of mail': {
    of: ['src/domain/accounts/email.ts#checkEmail'],
    read: (text) => [checkEmail(text), asciiAddress(text)],
    around: [
      ['', ''],
      ['a@', ''],
      ['', '@b.ch'],
      ['a@b.', '.ch'],
    ],
  },
  'an address on the web': {
    of: ['src/domain/events/web-address.ts#checkWebAddress'],
    read: (text) => [shownAddress(text), checkWebAddress('a', text)],
    around: [
      ['', ''],
      ['https://', ''],
      ['https://a.ch/', ''],
    ],
  },
  'a password': { of: ['src/domain/accounts/passwords.ts#checkPassword'], read: checkPassword },
  'a search for people': {
    of: [],
    read: (text) => {
      const words = searchWords(checkText(text, 'q', 'name'));
      return words && misspellingsOf(words);
    },
  },
  'a search for people, at any length': { of: [], read: searchWords },
  'a place': { of: [], read: (text) => mayBePlace(text) && [spelling(text), spellings(text)] },
  'a message of an error': {
    of: [],
    read: redacted,
    around: [
      ['', ''],
      ['//', ''],
      ['"', '" is not valid JSON'],
    ],
  },
};
