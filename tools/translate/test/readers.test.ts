/** The time in which calls, recordings and the form of `/migrate` are read grows no faster than their length. */
import { readCalls } from '../read-calls.ts';
import { readMigrationForm } from '../migration-form.ts';
import { readRecording } from '../recorded/read-recording.ts';
import { restUrl } from '../rest-call.ts';
import { describeReaders } from '../../../test/readers/describe-readers.ts';
import { bytes, header } from '../../../test/readers/reader.ts';

const har = '{"log":{"entries":[{"request":{"method":"GET","url":"';

describeReaders(
  ['tools/translate'],
  {
    'the form of the page': {
      of: ['tools/translate/reading-pool.ts#parseMigrationForm', 'tools/translate/migration-form.ts#readMigrationForm'],
      read: (text) => readMigrationForm(bytes(text)),
      around: [
        ['', ''],
        ['call=', ''],
      ],
    },
    'a line of curl': {
      tried: header,
      of: ['tools/translate/read-curl.ts#readCurl', 'tools/translate/read-calls.ts#readCalls'],
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
        'tools/translate/reading-pool.ts#parseRecording',
        'tools/translate/recorded/read-recording.ts#readRecording',
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
    'an address of the interface': { of: ['tools/translate/rest-call.ts#restUrl'], read: restUrl },
  },
  {},
);
