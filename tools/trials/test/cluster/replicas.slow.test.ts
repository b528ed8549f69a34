/**
 * Queries are answered by a replica, which shows everything that was acknowledged; one that lags, hangs or dies is left out and
 * returns; subscriptions, keys and the pool survive a failover. It needs the programs of PostgreSQL.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { ConfigError, readConfig } from '../../../../src/platform/config.ts';
import type { Config } from '../../../../src/platform/config.ts';
import { openDatabase } from '../../../../src/wiring/open-database.ts';
import { checkReplicas } from '../../../../src/process/doctor/check-replicas.ts';
import { startService } from '../../../../src/server/server.ts';
import type { Service } from '../../../../src/server/server.ts';
import { as, newPerson, nobody } from '../../../../test/support/cast.ts';
import type { Person } from '../../../../test/support/cast.ts';
import { globalId } from '../../../../schema/global-id.ts';
import { TestSocket } from '../../../../test/support/live.ts';
import { newFolder } from '../../../../test/support/started-process.ts';
import { hasPostgres, startServers } from '../../cluster/own-servers.ts';

const name = 'runners';
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean();
});
if (!hasPostgres) process.stderr.write('replicas: skipped, the programs of PostgreSQL are not installed\n');
const onServers = hasPostgres ? describe : describe.skip;
const servers = hasPostgres ? await startServers(name) : (null as never);
if (hasPostgres) cleanUp.push(() => servers.close());

async function start(environment: Record<string, string> = {}): Promise<Service> {
  const [folder, remove] = await newFolder();
  cleanUp.push(remove);
  const { primary, standby } = servers;
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${name}`,
    DATABASE_REPLICA_URLS: standby.url(name),
    DATABASE_POOL: '5',
    SECRET_KEY: 'only for tests, never elsewhere',
    RATE_LIMITS: 'off',
    DRAIN_SECONDS: '0',
    METRICS_TOKEN: 'only for these tests',
    ...environment,
  });
  const service = await startService(config, pino({ level: 'silent' }), { sweepMs: 3_600_000 });
  cleanUp.push(() => service.stop());
  return service;
}

/** Runs SQL on the standby, or on the primary. */
const onStandby = (text: string) => servers.standby.sql(name, text);
const onPrimary = (text: string) => servers.primary.sql(name, text);
const readyz = async (service: Service) => (await nobody(service).sendTo('GET', '/readyz')).text;
const at = (person: Person, service: Service): Person => ({ ...person, url: service.url });

async function until(what: string, isTrue: () => Promise<boolean>, patienceMs = 20_000): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !(await isTrue()); await sleep(50))
    if (Date.now() > deadline) throw new Error(`${what} did not happen`);
}
const isUsed = (service: Service) =>
  until('reading from the replica', async () => (await readyz(service)) === 'ready\n');
const isLeft = (service: Service) =>
  until('leaving out the replica', async () => (await readyz(service)).includes('is not read from'));

async function firstName(reader: Person, of: Person): Promise<unknown> {
  const { data } = await as(reader).graphql('query Name($id: ID!) { user(id: $id) { firstName } }', {
    id: globalId('User', of.id),
  });
  return (data?.['user'] as { firstName: string } | null)?.firstName;
}
const rename = (person: Person, first: string) => as(person).patch(`/user/${person.id}/`, { first_name: first });

let one: Service;
let two: Service;
let ann: Person;
let bob: Person;
let conversation: number;

/** Sends a message of Ann to Bob. */
async function send(from: Person, message: string): Promise<number> {
  return (await as(from).post('/message/', { conversation_id: conversation, message })).status;
}

/** The messages that reach a person from now on, or after a cursor. */
async function listening(person: Person, service: Service, after: string | null = null) {
  const socket = await new TestSocket(service.url).init({ authorization: person.authorization });
  cleanUp.push(async () => socket.raw.terminate());
  const query = 'subscription ($after: String) { messageAdded(after: $after) { cursor message { id message } } }';
  const live = socket.operate(query, { after });
  await sleep(500);
  return live;
}

onServers('replicas', () => {
  test('answer queries and GET, and never mutations or the list of keys', async () => {
    [one, two] = [await start(), await start()];
    ann = await newPerson(one, 'Ann', 'Archer');
    bob = await newPerson(two, 'Bob', 'Baker');
    await isUsed(one);
    await isUsed(two);
    const begun = await as(ann).post('/conversation/', { recipients: [bob.id], message: 'hello' });
    conversation = Number(/(\d+)\/$/.exec(String(begun.headers.location))?.[1]);
    // What is written without the service, nobody waits for, so the standby does not have it while its replay is paused.
    await onStandby('select pg_wal_replay_pause()');
    await onPrimary(`update users set first_name = 'Anna' where id = ${ann.id}`);
    await onPrimary(`update api_key set name = 'renamed' where user_id = ${ann.id}`);
    const rest = (await as(ann).get('/me/')).json<{ first_name: string }>();
    const graphql = await firstName(bob, ann);
    const keys = await as(ann).graphql('{ apiKeys { name } }');
    const mutation = await as(ann).graphql('mutation { updateUser(input: { lastName: "A" }) { user { firstName } } }');
    await onStandby('select pg_wal_replay_resume()');
    expect([rest.first_name, graphql]).toEqual(['Ann', 'Ann']);
    expect(keys.data).toEqual({ apiKeys: [{ name: 'renamed' }] });
    expect(mutation.data).toEqual({ updateUser: { user: { firstName: 'Anna' } } });
    await until('the replay', async () => (await firstName(bob, ann)) === 'Anna');
  });

  test('show everything that was acknowledged, to everybody and at every process, however late they replay it', async () => {
    await onStandby(`alter system set recovery_min_apply_delay = '120ms'`);
    await onStandby('select pg_reload_conf()');
    let longest = 0;
    for (let n = 0; n < 12; n++) {
      const first = `Ann${n}`;
      const begun = performance.now();
      expect((await rename(at(ann, n % 2 ? one : two), first)).status).toBe(202);
      longest = Math.max(longest, performance.now() - begun);
      expect(await firstName(at(bob, n % 2 ? two : one), ann)).toBe(first);
      const cho = await newPerson(n % 2 ? one : two, 'Cho', `Chang${n}`);
      expect(await firstName(at(cho, one), cho)).toBe('Cho');
    }
    // Answers have waited for the replica, which takes a moment to adopt its new setting.
    expect(longest).toBeGreaterThan(80);
  });

  test('have what a live event tells of, at every process', async () => {
    // Longer than the process usually takes to notice an event.
    await onStandby(`alter system set recovery_min_apply_delay = '600ms'`);
    await onStandby('select pg_reload_conf()');
    const listener = await listening(bob, two);
    for (let n = 0; n < 8; n++) {
      // Nobody waits for the answer: the event itself arrives only when what it tells of can be read.
      const sent = send(at(ann, one), `message ${n}`);
      const event = (await listener.first(n + 1))[n] as unknown as { message: { id: string } };
      const found = await as(at(bob, one)).graphql('query M($id: ID!) { node(id: $id) { id } }', {
        id: event.message.id,
      });
      expect(found.data?.['node']).toEqual({ id: event.message.id });
      await sent;
    }
    await onStandby('alter system reset recovery_min_apply_delay');
    await onStandby('select pg_reload_conf()');
  });

  test('that lag or hang are left out, and writes do not wait for them any longer', async () => {
    await onStandby('select pg_wal_replay_pause()');
    await onPrimary('create table written_meanwhile ()');
    // A process that has just started does not know yet how far the replica is behind, and waits for it.
    const config = { databaseUrl: servers.primary.url(name), databasePool: 2, dataDir: '', driver: 'fast' } as const;
    const begins = await openDatabase({ ...config, databaseReplicaUrls: [servers.standby.url(name)] });
    cleanUp.push(() => begins.close());
    const opened = performance.now();
    await begins.replicas?.settled();
    expect(performance.now() - opened).toBeGreaterThan(800);
    await rename(at(ann, one), 'Antonia');
    expect(await firstName(at(bob, two), ann)).toBe('Antonia');
    await isLeft(one);
    // Twice the longest lag later, no process reads from it.
    await sleep(1200);
    const begun = performance.now();
    for (let n = 0; n < 5; n++) expect((await rename(at(ann, one), `Antonia ${n}`)).status).toBe(202);
    expect(performance.now() - begun).toBeLessThan(900);
    expect(await firstName(at(bob, two), ann)).toBe('Antonia 4');
    await onStandby('select pg_wal_replay_resume()');
    await isUsed(one);
    await isUsed(two);
    // Reads that have begun at a replica that hangs are answered by the primary.
    servers.standby.freeze();
    const names = await Promise.all(Array.from({ length: 20 }, () => firstName(at(bob, one), ann)));
    expect(new Set(names)).toEqual(new Set(['Antonia 4']));
    await isLeft(one);
    servers.standby.thaw();
    await isUsed(one);
  });

  test('that die in the middle of reads cost no answer, and are taken back', async () => {
    const over = new AbortController();
    const statuses = new Set<number>();
    const readers = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) statuses.add((await as(at(bob, one)).get('/me/')).status);
    });
    await sleep(300);
    await servers.standby.crash();
    await isLeft(one);
    await sleep(300);
    over.abort();
    await Promise.all(readers);
    expect(statuses).toEqual(new Set([200]));
    await servers.standby.start();
    await isUsed(one);
    expect(await firstName(at(bob, one), ann)).toBe('Antonia 4');
  });

  test('must follow the primary', async () => {
    const { standby, primary } = servers;
    const urls = [standby.url(name), primary.url(name), 'postgres://127.0.0.1:1/none'];
    const config = { databaseReplicaUrls: urls, databaseReplicaMaxLag: 1000 } as Config;
    const found = await checkReplicas(config);
    expect(found.map(({ state }) => state)).toEqual(['warning', 'failed', 'failed']);
    for (const text of [
      "alter system set hot_standby_feedback = 'on'",
      'alter system set max_standby_streaming_delay = 500',
    ])
      await onStandby(text);
    await onStandby('select pg_reload_conf()');
    await until('a good replica', async () => (await checkReplicas(config))[0]?.state === 'passed');
    const other = await startServers(name);
    cleanUp.push(() => other.close());
    const refused = start({ DATABASE_REPLICA_URLS: other.standby.url(name) });
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow('is no standby of the server that DATABASE_URL names');
  });

  test('can become the primary: subscriptions continue, cursors stay valid, revoked keys are announced', async () => {
    const listener = await listening(bob, two);
    expect(await send(at(ann, one), 'before')).toBe(201);
    const [before] = await listener.first(1);
    await servers.primary.crash();
    await servers.standby.promote();
    await until('a write', async () => (await send(at(ann, one), 'after')) === 201, 30_000);
    expect((await listener.first(2))[1]).toMatchObject({ message: { message: 'after' } });
    const resumed = await listening(bob, one, String(before?.cursor));
    expect((await resumed.first(1))[0]).toMatchObject({ message: { message: 'after' } });
    // The new primary is not read from as a replica.
    expect(await readyz(one)).toContain('is not read from');
    await until('listening again', async () => {
      const key = (await newPerson(one, 'Dan', `Dyer${Date.now()}`)) as Person;
      expect((await as(at(key, two)).get('/me/')).status).toBe(200);
      const { data } = await as(at(key, one)).graphql<{ apiKeys: { id: string }[] }>('{ apiKeys { id } }');
      await as(at(key, one)).graphql(
        'mutation Revoke($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { done } }',
        {
          input: { id: data?.apiKeys[0]?.id },
        },
      );
      return (await as(at(key, two)).get('/me/')).status === 401;
    });
  });
});
