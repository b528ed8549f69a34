/**
 * A database of each release is upgraded: every row of it stays, its tables are then those of a new database, and the service answers from
 * it over both interfaces.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrationNames } from '../../src/platform/database/migration-names.ts';
import { welcome } from '../../src/process/welcome.ts';
import { startService } from '../../src/server/server.ts';
import type { Service } from '../../src/server/server.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { rebuild } from '../../src/wiring/rebuilding.ts';
import { Client } from '../support/client.ts';
import { nobody } from '../support/cast.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { runSql } from '../support/run-sql.ts';
import { sharedGazetteer } from '../support/shared-gazetteer.ts';
import { first, passwordOf } from './fill.ts';
import { releases, restoredRelease } from './releases.ts';
import { columnsOf, rowsOf, shapeOf, storedOf } from './shape.ts';

const never = 3_600_000;
const sqlOf = (database: Pick<Database, 'orm'>) => (text: string, values?: unknown[]) => runSql(database, text, values);
const start = (environment: Record<string, string>, more = {}) =>
  startService(readConfig(environment), pino({ level: 'silent' }), {
    sweepMs: never,
    gazetteer: sharedGazetteer(),
    ...more,
  });

/** What migrations since a release have changed in its rows, by table, with the reason. New columns need not be listed. */
const changed: Record<string, Record<string, string>> = {};

/**
 * What migrations since a release read or write whole while they lock a table that has rows, with the reason and for how long. The
 * changelog says it, too (docs/operating.md#upgrading).
 */
const partIds = 'the ids of its parts are new and empty: a few seconds for a million people';
const lockedForLong: Record<string, Record<string, string>> = {
  '1.0.0': {
    'public.users users_profile_id_unique': partIds,
    'public.users users_preferences_id_unique': partIds,
    'public.users users_stats_id_unique': partIds,
  },
};

/** What she finds over REST, by path. */
const shownToUna = {
  '/me/': 'Early',
  '/post/?type=friends': 'A run of a friend',
  '/workout/': "Una's run",
  '/conversation/inbox/': 'Hello',
  '/friendship/': '"id"',
};

let fresh: Record<string, string>;
beforeAll(async () => {
  const { environment, image, remove } = await preparedDatabase();
  const service = await start(environment, image ? { image } : {});
  fresh = await shapeOf(sqlOf(service.database));
  await service.stop();
  await remove();
});

test('there are the releases', () => expect(releases).toEqual(['1.0.0', '1.1.0']));

describe.each(releases)('a database of release %s', (release) => {
  let before: Map<string, string[]>;
  let after: Map<string, string[]>;
  let stored: { before: Map<string, string>; after: Map<string, string> };
  let service: Service;
  let remove: () => Promise<void>;
  let applied: number;
  let had: number;

  beforeAll(async () => {
    const restored = await restoredRelease(release);
    remove = restored.remove;
    const database = await openDatabase(readConfig(restored.environment));
    before = await rowsOf(sqlOf(database));
    had = (await sqlOf(database)('select name from migrations')).length;
    const storedBefore = await storedOf(sqlOf(database));
    applied = await migrate(database);
    stored = { before: storedBefore, after: await storedOf(sqlOf(database)) };
    after = await rowsOf(sqlOf(database), columnsOf(before));
    await database.close();
    service = await start(restored.environment);
  });
  afterAll(async () => {
    await service.stop();
    await remove();
  });

  test('the start says how many migrations it has applied', () => {
    expect(applied).toBe(migrationNames.length - had);
    const said = welcome('http://localhost', readConfig({}), null, applied);
    expect(said.includes(`  ${applied} migrations were applied to the database.\n`)).toBe(applied > 1);
  });

  test('had rows in its tables, and keeps every one of them', () => {
    expect([...before.values()].flat().length).toBeGreaterThan(100);
    for (const [table, rows] of before)
      if (!(table in (changed[release] ?? {}))) expect([table, after.get(table)]).toEqual([table, rows]);
  });

  test('was locked for moments only: no table with rows was rewritten, indexed or proven', () => {
    const hadRows = ([name]: [string, string]) => (before.get(name.split(' ', 1)[0] ?? '') ?? []).length > 0;
    const anew = [...stored.after].filter((one) => hadRows(one) && stored.before.get(one[0]) !== one[1]);
    expect(anew.map(([name]) => name)).toEqual(Object.keys(lockedForLong[release] ?? {}));
  });

  test('has what a new database has', async () => {
    expect(await shapeOf(sqlOf(service.database))).toEqual(fresh);
  });

  test('has counters and figures as they are computed today', async () => {
    const wrong: Record<string, readonly number[]> = {};
    await rebuild(service.database, (what, ids) => void (wrong[what] = ids));
    expect(Object.keys(wrong).length).toBeGreaterThan(3);
    expect(Object.entries(wrong).filter(([, ids]) => ids.length > 0)).toEqual([]);
  });

  test('is answered from over both interfaces', async () => {
    const sent = { email: first.email, password: passwordOf(first.firstName) };
    const signedIn = await nobody(service).post('/account/login/', sent);
    expect(signedIn.status).toBe(200);
    const { username, api_key } = signedIn.json<{ username: string; api_key: string }>();
    const una = new Client(service.url, `ApiKey ${username}:${api_key}`);
    for (const [path, shown] of Object.entries(shownToUna)) {
      const answer = await una.get(path);
      expect([path, answer.status, answer.text]).toEqual([path, 200, expect.stringContaining(shown)]);
    }
    const { data, errors } = await una.graphql(
      `{ me { firstName workouts(first: 5) { nodes { title track } } }
         notifications(first: 5) { nodes { id } } }`,
    );
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ me: { firstName: first.firstName } });
  });

  test('differs from a new one when anything of it is missing', async () => {
    const sql = sqlOf(service.database);
    await sql('drop index post_by_author');
    await sql('alter table post alter column comment_count drop default');
    expect(await shapeOf(sql)).not.toEqual(fresh);
  });
});
