/** The time in which calls, recordings and the form of `/migrate` are read grows no faster than their length. */
import { readCalls } from '../../rest-compat/migration/read-calls.ts';
import { readMigrationForm } from '../../rest-compat/migration/migration-form.ts';
import { readRecording } from '../../rest-compat/migration/recorded/read-recording.ts';
import { restUrl } from '../../rest-compat/migration/rest-call.ts';
import { describeReaders } from '../readers/describe-readers.ts';
import { bytes, header } from '../readers/reader.ts';

const har = '{"log":{"entries":[{"request":{"method":"GET","url":"';

describeReaders(
  ['rest-compat/migration'],
  {
    'the form of the page': {
      of: [
        'rest-compat/migration/reading-pool.ts#parseMigrationForm',
        'rest-compat/migration/migration-form.ts#readMigrationForm',
      ],
      read: (text) => readMigrationForm(bytes(text)),
      around: [
        ['', ''],
        ['call=', ''],
      ],
    },
    'a line of curl': {
      tried: header,
      of: ['rest-compat/migration/read-curl.ts#readCurl', 'rest-compat/migration/read-calls.ts#readCalls'],
      read: (text) => readCalls(text),
      around: [
        ['', ''],
        ['curl ', ' http://a/api/v1/me/'],
        ["curl http://a/api/v1/me/ -H 'a:", "'"],
        ["curl http://a/api/v1/me/ -H '", ":a'"],
        ["curl http://a/api/v1/me/ -d '", "'"],
        ['curl http://a/api/v1/', ''],
      ],
    },
    'a HAR file': {
      of: [],
      read: (text) => readCalls(text),
      around: [
        ['{', '}'],
        [har, '"}}]}}'],
        [`${har}/api/v1/me/","headers":[`, ']}}]}}'],
      ],
    },
    'entries of a HAR file': {
      of: [
        'rest-compat/migration/reading-pool.ts#parseRecording',
        'rest-compat/migration/recorded/read-recording.ts#readRecording',
      ],
      read: (text) => readRecording(bytes(text)),
      around: [
        ['[{"request":{"method":"GET","url":"http://a', '"}}]'],
        [
          '[{"request":{"method":"GET","url":"http://a/api/v1/me/"},"response":{"status":200,"content":{"text":"',
          '"}}}]',
        ],
        ['[{"request":{"method":"GET","url":"http://a/api/v1/me/","headers":[', ']}}]'],
      ],
    },
    'an address of the interface': { of: ['rest-compat/migration/rest-call.ts#restUrl'], read: restUrl },
  },
  {},
);
