/** The SELECTs of `examples/take-over/django-tastypie/` extract everything from the service beside them, and from both servers the same. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { momentMs } from '../../../src/domain/rules/moment.ts';
import { fileNames } from '../bundle/field.ts';
import { extract } from '../extract/extract.ts';
import { example, OldService, pythonWith } from './old-service.ts';
import { newExtracting, newMariadb, newPostgres } from './other-servers.ts';
import type { OtherDatabase } from './other-servers.ts';

const servers = [
  { name: 'postgres', python: pythonWith('psycopg2'), make: newPostgres },
  { name: 'mysql', python: pythonWith('MySQLdb'), make: newMariadb },
] as const;

type Row = Record<string, unknown>;

/** What was extracted from each server, by the name of the server and of the file. */
const bundles: Record<string, Record<string, Row[]>> = {};
const extracting = await newExtracting();
const databases: OtherDatabase[] = [];
afterAll(() => Promise.all([...databases.map((one) => one.remove()), extracting.remove()]));

for (const { name, python, make } of servers) {
  const database = python ? await make() : null;
  if (!database)
    process.stderr.write(`the example on ${name}: skipped, there is no server, Django, Tastypie or driver\n`);
  else databases.push(database);
  const onServer = database && python ? describe : describe.skip;
  onServer(`the example on ${name}`, () => {
    const media = join(extracting.folder, `media of ${name}`);
    const to = join(extracting.folder, name);
    const old = new OldService(python ?? '', database?.url ?? '', media);

    test('is extracted completely', async () => {
      await old.manage('migrate', '--run-syncdb');
      expect(await old.manage('fill', '200')).toBe('200 users, 600 runs, 600 posts\n');
      const printed: string[] = [];
      await extract({
        from: database?.url ?? '',
        queries: join(example, name),
        to,
        files: [media],
        print: (line) => printed.push(line),
      });
      expect(printed).toHaveLength(fileNames.length + 1);
      expect(printed.at(-1)).toBe('files: 34 copied, 0 not copied.');
      const read = (file: string) => readFile(join(to, `${file}.jsonl`), 'utf8');
      const rows: Record<string, Row[]> = {};
      for (const file of fileNames)
        rows[file] = (await read(file))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Row);
      bundles[name] = rows;
      const { users = [], workouts = [], posts = [], conversations = [] } = rows;
      expect([users.length, workouts.length]).toEqual([200, 600]);
      expect(
        users.filter(({ password }) => /^(pbkdf2_|sha1\$|md5\$|[\da-f]{32}$|!)/.test(String(password))),
      ).toHaveLength(200);
      expect(users[8]).toMatchObject({ first_name: '🏃', is_active: true, is_staff: false, image: null });
      expect(users.every(({ api_keys: keys }) => /^[\da-f]{40}$/.test((keys as string[])[0] ?? ''))).toBe(true);
      const tracked = workouts.filter(({ points }) => points !== null);
      expect([tracked.length, ...tracked.map(({ points }) => (points as unknown[]).length)]).toEqual([
        60,
        ...tracked.map(() => 100),
      ]);
      expect(posts.some(({ likers }) => (likers as number[] | null)?.length === 3)).toBe(true);
      expect(conversations.every(({ recipients }) => (recipients as Row[]).length === 2)).toBe(true);
      expect((await readdir(join(to, 'files'))).sort()).toEqual(['pictures', 'profiles']);
    });

    test('is a service whose keys the bundle has', async () => {
      const { url, stop } = await old.start();
      try {
        const [, user = {}] = bundles[name]?.['users'] ?? [];
        const [key = ''] = user['api_keys'] as string[];
        const ask = (authorization: string) =>
          fetch(`${url}/api/v1/user/${user['id']}/`, { headers: { authorization } });
        const right = await ask(`ApiKey ${user['username']}:${key}`);
        expect([right.status, await right.json()]).toEqual([
          200,
          expect.objectContaining({
            id: user['id'],
            first_name: user['first_name'],
            resource_uri: `/api/v1/user/${user['id']}/`,
          }),
        ]);
        expect((await ask(`ApiKey ${user['username']}:${createHash('sha1').digest('hex')}`)).status).toBe(401);
      } finally {
        await stop();
      }
    });
  });
}

(databases.length === 2 ? test : test.skip)('both servers give the same', () => {
  for (const file of fileNames)
    expect(bundles['mysql']?.[file]?.map(comparable)).toEqual(bundles['postgres']?.[file]?.map(comparable));
});

/** Truth values within JSON are numbers in MySQL, and moments have all their figures. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return momentMs(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, comparable(own)]));
}
