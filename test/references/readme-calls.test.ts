/** The calls in README return the answers that README contains. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { Client } from '../support/client.ts';
import { befriend, newPerson } from '../support/cast.ts';
import type { Cost } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
const section = /^## One REST and one GraphQL call\n(.*?)^## /ms.exec(readme)?.[1] ?? '';
/** Each curl line with the answer that is printed below it. */
const calls = [...section.matchAll(/^```sh\n(curl .*?)^```\n\n^```json\n(.*?)^```/gms)].map(
  ([, line = '', json = '']) => ({
    line: line.replaceAll('\\\n', ' ').trim(),
    printed: JSON.parse(json) as unknown,
  }),
);

const service = await testService({ RATE_LIMITS: 'on' });
const [reader, ann] = [await newPerson(service, 'Rea', 'Reader'), await newPerson(service, 'Ann', 'A')];
await befriend(service, reader, ann);
for (const title of ['w', 'x']) await record(ann, { title, run_type: 'Tempo' });

/** The words of a shell's line: as they stand, or between single quotes. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Does what curl would do, as the reader and with our service. */
async function run(line: string) {
  const [username = '', key = ''] = reader.authorization.replace('ApiKey ', '').split(':');
  const [, ...words] = wordsOf(line.replaceAll('<username>', username).replaceAll('<key>', key));
  const headers: Record<string, string> = {};
  let path = '';
  let body: string | undefined;
  while (words.length > 0) {
    const word = words.shift();
    if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/: (.*)/);
      headers[name] = value;
    } else if (word === '-d') body = words.shift();
    else path = word?.replace('http://127.0.0.1:4000', '') ?? '';
  }
  const parcel = body === undefined ? { headers } : { headers, body };
  return new Client(service.url).sendTo(body === undefined ? 'GET' : 'POST', path, parcel);
}

/** The same with the kind of each value in its place. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
};

test('README shows a call over REST and one over GraphQL', () => {
  expect(calls.map(({ line }) => /127\.0\.0\.1:4000\/(api|graphql)/.exec(line)?.[1])).toEqual(['api', 'graphql']);
});

test.each(calls)('$line answers as README prints it', async ({ line, printed }) => {
  const answer = await run(line);
  expect(answer.status).toBe(200);
  expect(shapeOf(answer.json())).toEqual(shapeOf(printed));
  // What is left depends on what was asked before.
  const costOf = (of: unknown) => {
    const { requested, actual } = (of as { extensions?: { cost: Cost } }).extensions?.cost ?? {};
    return { requested, actual };
  };
  expect(costOf(answer.json())).toEqual(costOf(printed));
});
