import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { flood, rest } from './flood.ts';
import type { Sent } from './flood.ts';
import type { Stage } from './stage.ts';

const size = 1024 * 1024 - 200;
/** A text of a megabyte, of one piece many times. */
const filled = (piece: string) => piece.repeat(Math.floor(size / piece.length));

/** What is sent to a row without a key, by the type of the body. */
const texts: readonly [what: string, type: string, body: string][] = [
  ['YAML of escapes', 'text/yaml', `email: "${filled('\\x41')}"`],
  ['YAML of lists', 'text/yaml', `email: [${filled('[],')}]`],
  ['YAML of comments', 'text/yaml', `email: a\n${filled('#\n')}`],
  ['XML of references', 'application/xml', `<r><email>${filled('&#65;')}</email></r>`],
  ['XML of elements', 'application/xml', `<r>${filled('<a/>')}</r>`],
  ['XML of attributes', 'application/xml', `<r ${filled('a="" ')}/>`],
  ['forms of escapes', 'application/x-www-form-urlencoded', `email=${filled('%41')}`],
  ['forms of pairs', 'application/x-www-form-urlencoded', filled('a=&')],
  ['JSON of lists', 'application/json', `{"email":[${filled('[],')}[]]}`],
  ['JSON of escapes', 'application/json', `{"email":"${filled('\\u0041')}"}`],
];

const login = (type: string, body: string): Sent => {
  const { headers = {}, ...sent } = rest('POST', '/account/login/', '', body, type);
  delete headers['Authorization'];
  return { ...sent, headers };
};

const har = (entry: string) =>
  new URLSearchParams({
    call: `{"log":{"entries":[${entry.repeat(Math.floor(size / 3.1 / entry.length))}${entry.slice(0, -1)}]}}`,
  }).toString();

const curl = (call: string) => new URLSearchParams({ call }).toString();

/** Texts that pattern matching or sorting of options once read in quadratic time. */
const quadratic: [what: string, path: string, type: string, body: string][] = [
  [
    'lines of curl with a header of 128,000 blanks',
    '/migrate',
    'application/x-www-form-urlencoded',
    curl(`curl -H 'a:${' '.repeat(128_000)}x\u0001' http://localhost/api/v1/me/`),
  ],
  [
    'lines of curl with 64,000 options',
    '/migrate',
    'application/x-www-form-urlencoded',
    curl(`curl ${'-d a '.repeat(64_000)} http://localhost/api/v1/me/`),
  ],
  ['requests whose charset has 15,000 blanks', '/graphql', `application/json; charset=${' '.repeat(15_000)}x`, '{}'],
];

/** Attacks with texts that take long to parse, none of which may be parsed where requests are answered. */
export const loop: Attack[] = [
  ...texts.map(([what, type, body]) => ({
    name: `forty bodies without a key: ${what}`,
    run: async (stage: Stage, from: string) => counted(await flood(stage, from, 40, 40, () => login(type, body))),
  })),
  ...quadratic.map(([what, path, type, body]) => ({
    name: `two hundred ${what}, without a key`,
    run: async (stage: Stage, from: string) =>
      counted(await flood(stage, from, 200, 40, () => ({ path, headers: { 'Content-Type': type }, body }))),
  })),
  {
    name: 'two hundred GraphQL requests of 250 KiB of lists, without a key',
    run: async (stage, from) =>
      counted(
        await flood(stage, from, 200, 40, () => ({
          path: '/graphql',
          headers: { 'Content-Type': 'application/json' },
          body: `{"query":"{ __typename }","variables":{"a":[${'[],'.repeat(83_000)}[]]}}`,
        })),
      ),
  },
  {
    name: 'forty HAR files of a megabyte on the page that translates calls, without a key',
    run: async (stage, from) =>
      counted(
        await flood(stage, from, 40, 40, (n) => ({
          path: '/migrate',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: har(n % 2 ? '{"request":{"method":"GET","url":"/"}},' : '[[]],'),
        })),
      ),
  },
] satisfies Attack[];
