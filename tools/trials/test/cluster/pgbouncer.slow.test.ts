/**
 * Through PgBouncer in transaction mode, with two connections to the server for many clients: statements, transactions, time limits,
 * time zone, jobs, live events, revoked keys and the start of two processes. It needs PgBouncer and the programs of PostgreSQL.
 */
import { afterAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { ConfigError, readConfig } from '../../../../src/platform/config.ts';
import { requestLimits, settingLimits } from '@runners/postgres';
import { statement } from '../../../../src/platform/database/statement.ts';
import { startService } from '../../../../src/server/server.ts';
import type { Service } from '../../../../src/server/server.ts';
import { as, newPerson } from '../../../../test/support/cast.ts';
import type { Person } from '../../../../test/support/cast.ts';
import { liveCursor, messageAdded, TestSocket } from '../../../../test/support/live.ts';
import { mailsTo } from '../../../../test/support/mails.ts';
import type { TestService } from '../../../../test/support/service.ts';
import { newFolder } from '../../../../test/support/started-process.ts';
import { hasPgBouncer, startPgBouncer } from '../../../../test/support/cluster/own-pgbouncer.ts';
import { hasPostgres, startServers } from '../../cluster/own-servers.ts';

const name = 'runners';
const isPossible = hasPostgres && hasPgBouncer;
if (!isPossible) process.stderr.write('PgBouncer: skipped, it or the programs of PostgreSQL are not installed\n');
const throughPgBouncer = isPossible ? describe : describe.skip;
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean();
});

/** DATABASE_TIMEOUT in seconds. On a busy machine, the statements of many requests wait for two connections for seconds. */
const timeout = 6;
const limits = requestLimits({ databaseTimeout: timeout, databasePool: 12 });
const servers = isPossible ? await startServers(name) : (null as never);
if (isPossible) cleanUp.push(() => servers.close());
const bouncer = isPossible
  ? await startPgBouncer(servers.folder, servers.primary, settingLimits(limits, 'set'), 2)
  : (null as never);
if (isPossible) cleanUp.push(() => bouncer.stop());

const [dataDir, remove] = await newFolder();
cleanUp.push(remove);

async function start(environment: Record<string, string> = {}, lines: string[] = []): Promise<Service> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: bouncer.url(name),
    DATABASE_DIRECT_URL: servers.primary.url(name),
    DATABASE_TIMEOUT: `${timeout}`,
    DATABASE_POOL: '12',
    SECRET_KEY: 'only for tests, never elsewhere',
    RATE_LIMITS: 'off',
    DRAIN_SECONDS: '0',
    ...environment,
  });
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const service = await startService(config, log, { sweepMs: 3_600_000 });
  cleanUp.push(() => service.stop());
  return service;
}
const at = (person: Person, service: Service): Person => ({ ...person, url: service.url });

const settings = statement.read<{ zone: string; timeout: string; pid: number }>(
  'test_pooled_settings',
  `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout, pg_backend_pid() as pid
   from pg_sleep($1::float8)`,
);

const prepared = statement.read<{ count: number }>(
  'test_pooled_prepared',
  'select (select count(*)::int from pg_prepared_statements where name <> $$$$) as count from pg_sleep($1::float8)',
);

throughPgBouncer('a service behind PgBouncer', () => {
  let one: Service;
  let two: Service;
  let ann: Person;
  let bob: Person;
  const lines: string[] = [];

  test('creates its tables on an empty database, also when two processes start at the same time', async () => {
    [one, two] = await Promise.all([start({}, lines), start({}, lines)]);
    ann = await newPerson(one, 'Ann', 'Archer');
    bob = await newPerson(two, 'Bob', 'Baker');
    expect((await as(at(ann, two)).get('/me/')).status).toBe(200);
    expect(lines).toEqual([]);
  });

  test('runs many statements of many requests on few connections, with its settings on each', async () => {
    const { database } = one.processContext;
    const rows = await Promise.all(Array.from({ length: 24 }, () => database.one(settings, [0.02])));
    const inside = await Promise.all(
      Array.from({ length: 12 }, () => database.transaction((tx) => tx.one(settings, [0.02]))),
    );
    const all = [...rows, ...inside];
    expect(new Set(all.map((row) => row?.pid)).size).toBe(2);
    expect(new Set(all.map((row) => `${row?.zone} ${row?.timeout}`))).toEqual(new Set([`UTC ${timeout}s`]));
    const reads = Array.from({ length: 200 }, (_, n) => as(at(n % 2 ? ann : bob, n % 3 ? one : two)).get('/post/'));
    const writes = Array.from({ length: 40 }, (_, n) =>
      as(at(ann, n % 2 ? one : two)).post('/workout/', {
        title: `Run ${n}`,
        run_date: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
        run_type: 'Tempo',
        duration_in_seconds: 1800,
        distance_in_meters: '5000.00',
      }),
    );
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([201]));
    const left = await Promise.all(Array.from({ length: 12 }, () => database.one(prepared, [0.02])));
    expect(new Set(left.map((row) => row?.count))).toEqual(new Set([0]));
  });

  test('cancels what takes too long, and leaves long limits behind on no connection', async () => {
    const { database } = one.processContext;
    const unavailable = { code: 'UNAVAILABLE' };
    await expect(database.one(settings, [5 * timeout])).rejects.toMatchObject(unavailable);
    await expect(database.transaction((tx) => tx.one(settings, [5 * timeout]))).rejects.toMatchObject(unavailable);
    expect(await database.unhurried.one(settings, [0.01])).toMatchObject({ timeout: '10min' });
    await database.execute({ text: 'reindex table api_key', values: [] }, { unhurried: true });
    const rows = await Promise.all(Array.from({ length: 12 }, () => database.one(settings, [0.02])));
    expect(new Set(rows.map((row) => row?.timeout))).toEqual(new Set([`${timeout}s`]));
  });

  test('delivers live events, runs jobs, and announces revoked keys', async () => {
    const socket = await new TestSocket(two.url).init({ authorization: bob.authorization });
    cleanUp.push(async () => socket.raw.terminate());
    const live = socket.operate(messageAdded, { after: await liveCursor(as(bob)) });
    expect((await as(ann).post('/conversation/', { recipients: [bob.id], message: 'hello' })).status).toBe(201);
    expect(await live.first(1)).toMatchObject([{ message: { message: 'hello' } }]);
    const { data } = await as(at(bob, two)).graphql<{ apiKeys: { id: string }[] }>('{ apiKeys { id } }');
    await as(at(bob, one)).graphql(
      'mutation Revoke($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { done } }',
      {
        input: { id: data?.apiKeys[0]?.id },
      },
    );
    // The other process has cached the key for ten seconds, unless it hears of it.
    expect((await socket.closed).code).toBe(4403);
    expect((await as(at(bob, two)).get('/me/')).status).toBe(401);
    expect((await as(ann).post('/account/forgot_password', { email: ann.email })).status).toBe(200);
    expect(await mailsTo({ dataDir } as TestService, ann.email, 1)).toHaveLength(1);
  });

  test('executes a request with an Idempotency-Key once, at whatever process it arrives', async () => {
    const [conversation] = await servers.primary.sql(name, 'select max(id)::int as id from conversation');
    const body = JSON.stringify({ conversation_id: conversation?.['id'], message: 'once' });
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'the-same' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => as(at(ann, n % 2 ? one : two)).send('POST', '/message/', { headers, body })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const [sent] = await servers.primary.sql(name, `select count(*)::int as count from message where message = 'once'`);
    expect(sent).toEqual({ count: 1 });
  });

  test('says what is wrong when a setting is missing', async () => {
    const missing = start({ DATABASE_DIRECT_URL: '' });
    await expect(missing).rejects.toThrow(ConfigError);
    await expect(missing).rejects.toThrow('DATABASE_DIRECT_URL: is required, because DATABASE_URL leads through');
    await expect(start({ DATABASE_DIRECT_URL: bouncer.url(name) })).rejects.toThrow(
      'DATABASE_DIRECT_URL: must not lead through a connection pooler',
    );
    const unlimited = await startPgBouncer(servers.folder, servers.primary, '', 2);
    cleanUp.push(() => unlimited.stop());
    const warnings: string[] = [];
    await start({ DATABASE_URL: unlimited.url(name) }, warnings);
    expect(warnings.join('')).toContain('set statement_timeout = 6000; set lock_timeout = 4200');
  });
});
