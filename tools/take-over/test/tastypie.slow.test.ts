/**
 * Old keys read here what a real Tastypie beside it shows, field by field, in JSON, XML and YAML: the service of the example is filled,
 * extracted and loaded, and both are asked for every object of every kind by several people.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { extract } from '../extract/extract.ts';
import { Client } from '../../../test/support/client.ts';
import type { Answer } from '../../../test/support/client.ts';
import { wireValue } from '../../../test/support/read-wire.ts';
import { testService } from '../../../test/support/service.ts';
import { loaded, verified } from './loading.ts';
import { example, OldService, pythonWith } from './old-service.ts';
import { newExtracting, newMariadb, newPostgres } from './other-servers.ts';

const modules = ['yaml', 'lxml', 'defusedxml'];
const servers = [
  { name: 'postgres', python: pythonWith('psycopg2', ...modules), make: newPostgres },
  { name: 'mysql', python: pythonWith('MySQLdb', ...modules), make: newMariadb },
];
const server = servers.find(({ python }) => python !== undefined);
const database = server ? await server.make() : null;
if (!database) process.stderr.write('a Tastypie beside it: skipped, there is no server, Django, Tastypie or driver\n');
const beside = database ? describe : describe.skip;

const service = await testService();
const extracting = await newExtracting();
const media = join(extracting.folder, 'media');
const old = new OldService(server?.python ?? '', database?.url ?? '', media);
let tastypie: Awaited<ReturnType<OldService['start']>>;
afterAll(() => Promise.all([tastypie?.stop(), database?.remove(), extracting.remove()]));

/** Each kind of object, with the table that has the ids. */
const kinds = [
  ['user', 'users'],
  ['profile', 'users'],
  ['preferences', 'users'],
  ['stats', 'users'],
  ['workout', 'workout'],
  ['post', 'post'],
  ['comment', 'comment'],
  ['friendship', 'friendship'],
  ['conversation', 'conversation'],
  ['message', 'message'],
  ['route', 'route'],
  ['event-instance', 'event'],
  ['event-participant', 'event_participant'],
] as const;
/** People who are blocked by nobody. The old service does not know who is a friend, and shows what is public. */
const readers = [2, 3];
const formats = ['json', 'xml', 'yaml'];
/** So many objects of a kind are compared. */
const most = 6;

/** The line of a track is made anew (R10), and best times are measured here only. */
const otherwise = new Set([
  ...['mile', '5k', '10k', 'half_marathon', 'marathon'].map((distance) => `stats.best_${distance}_duration_in_seconds`),
  'workout.route_points_data',
]);

/** The places at which an answer has something else than an old one. What it has in addition is not looked at. */
function differences(place: string, before: unknown, now: unknown): string[] {
  if (otherwise.has(place)) return [];
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length)
    return before.flatMap((one, i) => differences(`${place}[${i}]`, one, now[i]));
  if (isObject(before) && isObject(now))
    return Object.entries(before).flatMap(([name, value]) => differences(`${place}.${name}`, value, now[name]));
  const [one, other] = [plain(before), plain(now)];
  return one === other ? [] : [`${place}: ${one} and now ${other}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Files have other addresses. */
const plain = (value: unknown) => JSON.stringify(value)?.replace(/^"https?:.*"$/, '"an address"') ?? 'nothing';

async function askOld(authorization: string, path: string): Promise<Answer> {
  const answer = await fetch(`${tastypie.url}/api/v1${path}`, { headers: { authorization } });
  const text = await answer.text();
  return {
    status: answer.status,
    // Tastypie names the character set of JSON in newer versions only.
    headers: {
      'content-type': answer.headers.get('content-type')?.replace(/^application\/json$/, '$&; charset=utf-8'),
    },
    text,
    json: <Shape>() => JSON.parse(text) as Shape,
  };
}

beside('what Tastypie showed', () => {
  beforeAll(async () => {
    await old.manage('migrate', '--run-syncdb');
    await old.manage('fill', '20');
    const from = database?.url ?? '';
    await extract({
      from,
      queries: join(example, server?.name ?? ''),
      to: extracting.bundle,
      files: [media],
      print: () => {},
    });
    const { told } = await loaded(service, extracting.bundle, { isComplete: true });
    expect(told).toEqual([]);
    expect((await verified(service, extracting.bundle)).differing.filter(({ file }) => file !== 'stats')).toEqual([]);
    tastypie = await old.start();
  }, 300_000);

  test.each(kinds)(
    'of each %s is shown here',
    async (kind, table) => {
      const ids = await service.sql(`select id::int from ${table} order by id`);
      let compared = 0;
      for (const reader of readers) {
        const [{ username } = {}] = await service.sql('select username from users where id = ?', [reader]);
        const authorization = `ApiKey ${username}:${createHash('sha1').update(`key of ${reader}`).digest('hex')}`;
        let seen = 0;
        for (const { id } of ids) {
          // Of a stranger, nobody sees the weight and the birthday here (N19).
          if (kind === 'profile' && id !== reader) continue;
          const path = `/${kind}/${id}/`;
          if (seen === most || (await askOld(authorization, path)).status !== 200) continue;
          seen++;
          for (const format of formats) {
            const before = await askOld(authorization, `${path}?format=${format}`);
            const now = await new Client(service.url, authorization).get(`${path}?format=${format}`);
            expect([path, format, now.status]).toEqual([path, format, before.status]);
            expect([path, format, differences(kind, wireValue(before), wireValue(now))]).toEqual([path, format, []]);
            compared++;
          }
        }
      }
      expect(compared).toBeGreaterThanOrEqual(formats.length);
    },
    300_000,
  );

  test('and a key that it refused is refused', async () => {
    const authorization = `ApiKey nobody:${'0'.repeat(40)}`;
    expect((await askOld(authorization, '/user/1/')).status).toBe(401);
    expect((await new Client(service.url, authorization).get('/user/1/')).status).toBe(401);
  });
});
