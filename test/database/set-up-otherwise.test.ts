/**
 * The service works the same on a PostgreSQL database with a Turkish collation and other defaults than usual, and the doctor names
 * them (decisions P20).
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { startService } from '../../src/server/server.ts';
import type { Service } from '../../src/server/server.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { inherited, newFolder } from '../support/started-process.ts';
import { workoutBody } from '../support/workouts.ts';

const server = process.env['TEST_DATABASE_URL'];
if (!server) process.stderr.write('a database that is set up otherwise: skipped, TEST_DATABASE_URL is not set\n');
const name = `runners_otherwise_${randomUUID().replaceAll('-', '')}`;
const defaults = {
  datestyle: 'SQL, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Asia/Kolkata',
  default_transaction_isolation: 'repeatable read',
  search_path: 'nowhere',
};

async function onServer(...statements: string[]): Promise<void> {
  const admin = new Client({ connectionString: server });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}

(server ? describe : describe.skip)('on a database that is set up otherwise', () => {
  let service: Service;
  let environment: Record<string, string>;
  let people: Person[];
  const clean: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const [DATA_DIR, remove] = await newFolder();
    clean.push(remove, () => onServer(`drop database ${name} with (force)`));
    await onServer(
      `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR'`,
      ...Object.entries(defaults).map(([setting, value]) => `alter database ${name} set ${setting} = '${value}'`),
    );
    const url = Object.assign(new URL(server as string), { pathname: name }).href;
    const SECRET_KEY = 'only for tests, never elsewhere';
    environment = { DATABASE_URL: url, DATA_DIR, PORT: '0', SECRET_KEY, RATE_LIMITS: 'off', DRAIN_SECONDS: '0' };
    service = await startService(readConfig(environment), pino({ level: 'silent' }), { sweepMs: 3_600_000 });
    clean.push(() => service.stop());
    people = await Promise.all(['Ann', 'Bob', 'Cho', 'Dan'].map((first) => newPerson(service, first, 'Archer')));
  });
  afterAll(async () => {
    for (const task of clean.reverse()) await task();
  });

  test.each([
    ['2024-05-01T23:59:59.123456Z', '1980-05-01'],
    ['2024-12-13T00:00:00.000001Z', '1980-12-13'],
  ])('the run date %s and the birth date %s are returned as they were sent', async (run_date, birth_date) => {
    const [ann] = people as [Person];
    const recorded = await as(ann).post('/workout/', workoutBody({ run_date }));
    expect([recorded.status, recorded.json()['run_date']]).toEqual([201, run_date.slice(0, -1)]);
    expect((await as(ann).patch(`/profile/${ann.id}/`, { birth_date })).status).toBe(202);
    expect((await as(ann).get(`/profile/${ann.id}/`)).json()).toMatchObject({ birth_date });
    const { data } = await as(ann).graphql<{ me: { profile: { birthDate: string } } }>(
      '{ me { profile { birthDate } } }',
    );
    expect(data?.me.profile.birthDate).toBe(birth_date);
  });

  test('people who ask each other for friendship at the same time become friends', async () => {
    const statuses = await Promise.all(
      people.flatMap((one) =>
        people
          .filter((other) => other !== one)
          .map(async ({ id }) => (await as(one).post('/friendship/request/', { user_id: id })).status),
      ),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
  });

  test('an address is the same in capital letters', async () => {
    const password = 'eight or more';
    const register = (email: string) =>
      nobody(service).post('/account/register/', { first_name: 'İris', last_name: 'Iğdır', email, password });
    expect((await register('INFO.IRIS@EXAMPLE.ORG')).status).toBe(200);
    const again = await register('info.iris@example.org');
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('already exists')]);
    const email = 'info.iris@example.org';
    expect((await nobody(service).post('/account/login/', { email, password })).status).toBe(200);
  });

  test('tables in another schema are not replaced by empty ones', async () => {
    await service.stop();
    const database = new Client({ connectionString: environment['DATABASE_URL'] as string });
    await database.connect();
    const rename = (from: string, to: string) => database.query(`alter schema ${from} rename to ${to}`);
    await rename('public', 'nowhere');
    await database.query('create schema public');
    const config = readConfig(environment);
    await expect(startService(config, pino({ level: 'silent' }))).rejects.toThrow(
      'DATABASE_URL: the tables are in the schema nowhere; rename this schema to public',
    );
    await database.query('drop schema public cascade');
    await rename('nowhere', 'public');
    await database.end();
    service = await startService(config, pino({ level: 'silent' }), { sweepMs: 3_600_000 });
  });

  const doctor = async (changes: Record<string, string> = {}) => {
    const program = fileURLToPath(new URL('../../src/process/doctor.js', import.meta.url));
    const child = spawn(process.execPath, [program], { env: { ...inherited, ...environment, ...changes } });
    let says = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (says += text));
    await once(child, 'close');
    return says;
  };

  test('the doctor names the encoding, the collation and the time zones', async () => {
    const says = await doctor();
    expect(says).toMatch(/^ok {7}database: .* with the encoding UTF8/m);
    expect(says).toMatch(/^warning {2}collation: The database sorts by tr-TR, in which I is not/m);
    expect(says).toMatch(/^ok {7}migrations: /m);
    expect(says).toMatch(/^ok {7}settings: /m);
    expect(says).toMatch(/^(ok {7}|warning {2})time zones: The tzdata of the server (agrees|differs)/m);
  });

  test('the doctor looks at that of several servers which takes writes', async () => {
    const { href } = new URL(environment['DATABASE_URL'] as string);
    expect(await doctor({ DATABASE_URL: href.replace('@', '@127.0.0.1:1,') })).toMatch(/^ok {7}settings: /m);
  });

  test('the doctor names the settings that do not arrive', async () => {
    // As a pooler that keeps no setting does: options of the URL take the place of those of the service.
    const ignored = Object.assign(new URL(environment['DATABASE_URL'] as string), { search: 'options=-c%20jit%3Doff' });
    expect(await doctor({ DATABASE_URL: ignored.href })).toMatch(
      /^warning {2}settings: .*: TimeZone, DateStyle, IntervalStyle, default_transaction_isolation, search_path\./m,
    );
  });
});
