/** Long tracks in many simultaneous answers stay within the memory limit. */
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import { beforeAll, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { recordLong } from './long-tracks.ts';

const service = await testService({ TRUST_PROXY: 'on' });
const { ann, bob, cho, dan } = await cast(service);
const mebibyte = 1024 * 1024;
let far: Person;

/** Thirty runs of 100,000 points, which are 60 MB in the database and 300 MB as GPX; and a very long one. */
beforeAll(async () => {
  far = await newPerson(service, 'Far', 'Runner');
  for (let i = 0; i < 30; i++) await recordLong(service, far, 100_000);
  await recordLong(service, ann, 250_000);
});

/** Most memory that the process took while the work went on, in MiB more than before it. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  try {
    await work();
  } finally {
    clearInterval(look);
  }
  return (Math.max(most, process.memoryUsage.rss()) - before) / mebibyte;
}

test('tracks and GPX of many long runs are refused for simultaneous requests of every form', async () => {
  const list = (first: number, field: string) =>
    `workouts(userId: "${globalId('User', far.id)}", first: ${first}) { nodes { ${field} } }`;
  const documents = [
    `{ ${list(100, 'gpx')} }`,
    `{ ${list(200, 'track')} }`,
    `{ ${Array.from({ length: 10 }, (_, i) => `a${i}: ${list(20, 'track')}`).join(' ')} }`,
  ];
  const grown = await growth(() =>
    Promise.all(
      documents.flatMap((document) =>
        [ann, bob, cho].map(async (person) => {
          const { errors } = await as(person).graphql(document);
          expect(errors.map(({ extensions }) => extensions.code)).toEqual(errors.map(() => 'TOO_COSTLY'));
          expect(errors.length).toBeGreaterThan(0);
        }),
      ),
    ),
  );
  expect(grown).toBeLessThan(200);
});

test('the largest number of readers of GPX files that do not read takes little memory', async () => {
  const readers: IncomingMessage[] = [];
  const read = (person: Person, of: Person) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const url = `${service.url}/api/v1/workout/?format=gpx&user=${of.id}`;
      // Each person has a network: one of them has a share of the places.
      const headers = { Authorization: person.authorization, 'X-Forwarded-For': `10.1.${person.id}.1` };
      get(url, { headers, agent: false }, resolve).on('error', reject);
    });
  const grown = await growth(async () => {
    for (const person of [ann, bob, cho, dan])
      for (const of of [ann, ann, far, far]) readers.push(await read(person, of));
    // Until all of them wait for their readers.
    await new Promise((resolve) => setTimeout(resolve, 3000));
  });
  expect(readers.map(({ statusCode }) => statusCode)).toEqual(readers.map(() => 200));
  expect((await read(far, far)).statusCode).toBe(503);
  for (const reader of readers) reader.destroy();
  expect(grown).toBeLessThan(400);
  // The places of readers who are gone are given back.
  for (const person of [ann, bob, cho, dan]) {
    const answered = async () => {
      const reader = await read(person, far);
      reader.destroy();
      return reader.statusCode;
    };
    const last = Date.now() + 20_000;
    while ((await answered()) !== 200 && Date.now() < last) await sleep(100);
    expect(await answered()).toBe(200);
  }
});

test('a GPX list of 1,000,000 points is complete, and keeps one track at a time in memory', async () => {
  let bytes = 0;
  const grown = await growth(async () => {
    const response = await fetch(`${service.url}/api/v1/workout/?format=gpx&limit=10&user=${far.id}`, {
      headers: { Authorization: bob.authorization },
    });
    for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
  });
  expect(bytes).toBeGreaterThan(80_000_000);
  expect(grown).toBeLessThan(250);
}, 180_000);
