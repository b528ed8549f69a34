/** If the database hangs, is unavailable, or holds a lock, requests are answered in time with 503. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Client as PgClient } from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../../../src/platform/config.ts';
import { startService } from '../../../../src/server/server.ts';
import type { Service } from '../../../../src/server/server.ts';
import { as, newPerson, nobody } from '../../../../test/support/cast.ts';
import { preparedDatabase } from '../../../../test/support/prepared-database.ts';
import type { Person } from '../../../../test/support/cast.ts';
import { breakableProxy } from '../../faults/breakable-proxy.ts';
import type { BreakableProxy } from '../../faults/breakable-proxy.ts';

const database = await preparedDatabase();
const server = database.environment['DATABASE_URL'];
if (!server) process.stderr.write('a frozen database: skipped, TEST_DATABASE_URL is not set\n');
const onServer = server ? describe : describe.skip;
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean();
  await database.remove();
});

/** A service whose database can be frozen. */
async function breakable(environment: Record<string, string>): Promise<[Service, BreakableProxy]> {
  const url = new URL(server ?? '');
  const proxy = await breakableProxy(Number(url.port || 5432), url.hostname);
  url.host = `127.0.0.1:${proxy.port}`;
  const config = readConfig({ ...database.environment, PLAYGROUND: 'on', DATABASE_URL: url.href, ...environment });
  const service = await startService(config, pino({ level: 'silent' }), { sweepMs: 3_600_000 });
  cleanUp.push(async () => {
    proxy.thaw();
    await service.stop();
    await proxy.close();
  });
  return [service, proxy];
}

const readyz = async (service: Service) => {
  const began = performance.now();
  const { status, text } = await nobody(service).sendTo('GET', '/readyz');
  return { status, text, ms: performance.now() - began };
};

/** Checks the answers of all interfaces while the database is unavailable. */
async function expectUnavailable(service: Service, ann: Person): Promise<void> {
  const wrong = { email: 'ann@example.com', password: 'whatever it is' };
  const anonymous = nobody(service);
  const rest = as(ann);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const pages = await Promise.all([
    rest.sendTo('POST', '/migrate', { headers: form, body: 'call=GET+/api/v1/me/' }),
    anonymous.sendTo('POST', '/migrate', { headers: form, body: `call=GET+/api/v1/me/&key=${ann.authorization}` }),
    anonymous.sendTo('GET', '/participants/1'),
    rest.sendTo('GET', '/participants/1'),
  ]);
  for (const { status, headers } of pages)
    expect({ status, isLater: Number(headers['retry-after']) > 0 }).toEqual({ status: 503, isLater: true });
  const plain = await Promise.all([
    rest.get('/post/?type=friends'),
    rest.get('/me/'),
    anonymous.post('/account/login/', wrong),
    rest.patch('/preferences/1/', { weekly_email_report: true }),
  ]);
  for (const { status, headers, text } of plain) {
    expect([status, text]).toEqual([503, 'The service cannot do this right now; try again soon.']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['content-type']).toMatch(/^text\/plain/);
  }
  const body = JSON.stringify({ query: '{ me { id } feed(first: 1) { nodes { id } } }' });
  const parcel = { headers: { 'Content-Type': 'application/json' }, body };
  const graphql = await Promise.all([
    rest.sendTo('POST', '/graphql', parcel),
    rest.sendTo('GET', `/graphql?query=${encodeURIComponent('{ me { id } }')}`),
  ]);
  for (const { status, headers, json } of graphql) {
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // Each of the root fields fails by itself.
    const { errors } = json<{ errors: { extensions: { code: string } }[] }>();
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) expect(extensions.code).toBe('UNAVAILABLE');
  }
}

onServer('a database that is frozen', () => {
  test('is reported to all callers within seconds, until it responds again', async () => {
    const [service, proxy] = await breakable({ DATABASE_TIMEOUT: '1', DATABASE_POOL: '4', PLAYGROUND: 'on' });
    const ann = await newPerson(service, 'Ann', 'Archer');
    expect(await readyz(service)).toMatchObject({ status: 200, text: 'ready\n' });
    proxy.freeze();
    const frozen = await readyz(service);
    expect(frozen).toMatchObject({ status: 503, text: 'not ready\nthe database does not answer\n' });
    expect(frozen.ms).toBeLessThan(3000);
    const began = performance.now();
    await expectUnavailable(service, ann);
    expect(performance.now() - began).toBeLessThan(20_000);
    // If more requests arrive than can wait, the others are refused immediately.
    const many = await Promise.all(Array.from({ length: 600 }, () => as(ann).get('/post/')));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await readyz(service)).status).toBe(503);
    proxy.thaw();
    expect((await readyz(service)).status).toBe(200);
    expect((await as(ann).get('/me/')).status).toBe(200);
  });

  test('that has stopped is reported at once', async () => {
    const [service, proxy] = await breakable({});
    const ann = await newPerson(service, 'Bob', 'Baker');
    await proxy.close();
    expect(await readyz(service)).toMatchObject({ status: 503, text: 'not ready\nthe database does not answer\n' });
    await expectUnavailable(service, ann);
  });
});

onServer('a statement', () => {
  /** Locks the row of a user, so that changes of it wait. */
  async function holding(userId: number): Promise<PgClient> {
    const holder = new PgClient({ connectionString: server });
    await holder.connect();
    cleanUp.push(() => holder.end());
    await holder.query('begin');
    await holder.query('select 1 from users where id = $1 for update', [userId]);
    return holder;
  }
  const waiting = async (holder: PgClient) => {
    const { rows } = await holder.query(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return (rows[0] as { count: number }).count;
  };
  async function comes(count: number, holder: PgClient): Promise<void> {
    const deadline = Date.now() + 20_000;
    while ((await waiting(holder)) !== count && Date.now() < deadline) await sleep(50);
    expect(await waiting(holder)).toBe(count);
  }

  test('that waits too long for a lock is cancelled, and the caller can retry', async () => {
    const [service] = await breakable({ DATABASE_TIMEOUT: '1' });
    const cho = await newPerson(service, 'Cho', 'Chang');
    const holder = await holding(cho.id);
    const answer = await as(cho).patch(`/user/${cho.id}/`, { first_name: 'Chu' });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    await holder.query('rollback');
    expect((await as(cho).patch(`/user/${cho.id}/`, { first_name: 'Chu' })).status).toBe(202);
  });

  test('of entities that the database never answers is reported as unavailable as well', async () => {
    const [service, proxy] = await breakable({ DATABASE_TIMEOUT: '1' });
    const eve = await newPerson(service, 'Eve', 'Eaton');
    const holder = await holding(eve.id);
    const answer = as(eve).patch(`/user/${eve.id}/`, { first_name: 'Eva' });
    await comes(1, holder);
    proxy.freeze();
    const { status, headers } = await answer;
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    await holder.query('rollback');
  });

  test('of callers who disconnected is cancelled, also while they wait for a connection', async () => {
    const [service] = await breakable({ DATABASE_TIMEOUT: '300', DATABASE_POOL: '4' });
    const dan = await newPerson(service, 'Dan', 'Dyer');
    const holder = await holding(dan.id);
    const calls = Array.from({ length: 40 }, () => {
      const call = request(`${service.url}/api/v1/user/${dan.id}/`, {
        method: 'POST',
        headers: {
          Authorization: dan.authorization,
          'X-HTTP-Method-Override': 'PATCH',
          'Content-Type': 'application/json',
        },
      });
      call.on('error', () => {});
      call.end('{"first_name": "Gone"}');
      return call;
    });
    // Three connections run statements, and one listens for revoked keys.
    await comes(3, holder);
    for (const call of calls) call.destroy();
    await comes(0, holder);
    // Other requests are answered although the row is still locked.
    expect((await as(dan).get('/me/')).json()).toMatchObject({ first_name: 'Dan' });
    await holder.query('rollback');
    expect((await as(dan).patch(`/user/${dan.id}/`, { first_name: 'Here' })).status).toBe(202);
  });
});
