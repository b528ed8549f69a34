/** The pool never loses a database connection, whatever fails, and deadlocks are retried. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LockMode } from '@mikro-orm/core';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Client as PgClient } from 'pg';
import { pino } from 'pino';
import { makeAuthenticator } from '../../../../src/domain/accounts/authenticate.ts';
import { User } from '../../../../src/domain/people/user.entity.ts';
import { readConfig } from '../../../../src/platform/config.ts';
import { OneTransaction } from '../../../../src/platform/database/one-transaction.ts';
import { statement } from '../../../../src/platform/database/statement.ts';
import { startService } from '../../../../src/server/server.ts';
import type { Service } from '../../../../src/server/server.ts';
import { as, newPerson, nobody } from '../../../../test/support/cast.ts';
import type { Person } from '../../../../test/support/cast.ts';
import type { Answer } from '../../../../test/support/client.ts';
import { preparedDatabase } from '../../../../test/support/prepared-database.ts';

const database = await preparedDatabase();
const server = database.environment['DATABASE_URL'];
if (!server) process.stderr.write('connections that are lost: skipped, TEST_DATABASE_URL is not set\n');
const severally = server ? describe : describe.skip;
/** The number of usable connections: all connections of the pool except the one that listens. */
const working = 16;

let service: Service | undefined;
// A third of DATABASE_TIMEOUT is the time to wait for a connection. On a busy machine, two seconds pass while jobs have one.
const settings = { DATABASE_POOL: String(working + 1), DATABASE_TIMEOUT: '60' };
const config = readConfig({ ...database.environment, ...settings });
if (server) service = await startService(config, pino({ level: 'silent' }), { sweepMs: 3_600_000 });
afterAll(async () => {
  await service?.stop();
  await database.remove();
});

const selectOne = statement.read<{ one: number }>('test_one', 'select 1 as one');
const selectTwo = statement.read<{ one: number }>('test_lock_one', 'select $1::int as one');

/** Runs SQL on a separate connection. */
async function admin(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new PgClient({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const terminateAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

const run = (at: number) => ({
  title: 'Lunch run',
  run_date: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
  run_type: 'Tempo',
  duration_in_seconds: 1800,
  distance_in_meters: '5000.00',
});

/** Sends a write with an Idempotency-Key. All statements that follow it then run in one transaction. */
function once(person: Person, method: string, path: string, body: object): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
  return as(person).send(method, path, { headers, body: JSON.stringify(body) });
}

/** Returns every kind of write, as apps send it. `n` is different in each call. */
const writes: Record<string, (ann: Person, bob: Person, n: number) => Promise<unknown>> = {
  register: (ann, _, n) => newPerson(ann, 'New', `Comer${n}-${randomUUID().slice(0, 8)}`),
  'sign in': (ann) => nobody(ann).post('/account/login/', { email: ann.email, password: ann.password }),
  'forgot password': (ann) => nobody(ann).post('/account/forgot_password/', { email: ann.email }),
  'change a name': (ann, _, n) => as(ann).patch(`/user/${ann.id}/`, { first_name: `Ann${n}` }),
  'change a place': (ann) => as(ann).patch(`/profile/${ann.id}/`, { location_lat: 47.4, location_lng: 8.5 }),
  'change preferences': (ann) => as(ann).patch(`/preferences/${ann.id}/`, { weekly_email_report: true }),
  'record a workout': (ann, _, n) => as(ann).post('/workout/', run(n)),
  invite: (ann, _, n) => as(ann).post('/invitation/', { email: `guest${n}@example.com` }),
  'ask for friendship': (ann, bob) => as(ann).post('/friendship/request/', { user_id: bob.id }),
  'invite once': (ann, _, n) => once(ann, 'POST', '/invitation/', { email: `only${n}@example.com` }),
  'record a workout once': (ann, _, n) => once(ann, 'POST', '/workout/', run(n)),
  'change a name once': (ann, _, n) => once(ann, 'PATCH', `/user/${ann.id}/`, { first_name: `Ann${n}` }),
  block: (ann, bob) => as(bob).graphql(`mutation { blockUser(userId: "${ann.id}") { id } }`),
  write: (ann, bob) => as(ann).post('/conversation/', { recipients: [bob.id], message: 'Hello' }),
  'end keys': (ann) => nobody(ann).graphql(`mutation { signIn(email: "${ann.email}", password: "wrong") { apiKey } }`),
};

/** Whether an answer of either interface calls the outage a fault of the service. */
const isFault = (answer: unknown) => /"status":500|INTERNAL/.test(JSON.stringify(answer) ?? '');

severally('after all connections were cut ten times under writes', () => {
  test('none is lost, and no answer calls the outage a fault of the service', async () => {
    const { url } = service as Service;
    const [ann, bob] = await Promise.all([newPerson({ url }, 'Ann', 'Archer'), newPerson({ url }, 'Bob', 'Baker')]);
    let n = 0;
    for (const [kind, write] of Object.entries(writes)) {
      const { status = 200 } = ((await write(ann, bob, ++n)) ?? {}) as { status?: number };
      expect([kind, status < 300]).toEqual([kind, true]);
    }
    const over = new AbortController();
    const faults: unknown[] = [];
    const writers = Object.values(writes).flatMap((write) =>
      [0, 1].map(async () => {
        while (!over.signal.aborted)
          await write(ann, bob, ++n).then(
            (answer) => isFault(answer) && faults.push(answer),
            () => sleep(1),
          );
      }),
    );
    for (let round = 0; round < 10; round++) {
      await sleep(150);
      await admin(terminateAll);
    }
    over.abort();
    await Promise.all(writers);
    expect(n).toBeGreaterThan(100);
    expect(faults).toEqual([]);

    // The connection that listens for revoked keys is restored before the others are counted.
    const open = Promise.withResolvers<void>();
    let begun = 0;
    const side = Array.from({ length: working }, (_, i) =>
      (service as Service).database.transaction(async (tx) => {
        const row = i % 2 === 0 ? await tx.one(selectOne, []) : await tx.one(selectTwo, [1]);
        if (i % 4 === 0) await (await tx.em()).execute('select 1');
        if (++begun === working) open.resolve();
        await open.promise;
        return row?.one;
      }),
    );
    expect(await Promise.all(side)).toEqual(Array.from({ length: working }, () => 1));
    const answers = await Promise.all(
      Array.from({ length: working }, (_, i) => as(ann).patch(`/user/${ann.id}/`, { first_name: `Ann${i}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  }, 120_000);

  test('a refused listener releases its connection each time', async () => {
    const { database: whole } = service as Service;
    // A standby refuses to listen with such an error. Here, the name of the channel is invalid.
    const refuse = () =>
      whole.listen(
        'no name, "at all',
        () => {},
        () => {},
      );
    for (let i = 0; i < 2 * working; i++) await expect(refuse()).rejects.toThrow();
    expect(await Promise.all(Array.from({ length: working }, () => whole.one(selectOne, [])))).toHaveLength(working);
  });

  test('a listener reconnects once after each interruption', async () => {
    let listening = 0;
    const { database: whole } = service as Service;
    const counted = {
      ...whole,
      listen: (...all: Parameters<typeof whole.listen>) => (listening++, whole.listen(...all)),
    };
    const authenticator = await makeAuthenticator(counted, () => new Date(), {
      read: async () => {},
      hasKeysOf: () => false,
    });
    await admin(terminateAll);
    await sleep(2500);
    await authenticator.close();
    expect(listening).toBe(2);
  });
});

severally('a request whose writes are one transaction', () => {
  const ways: Record<string, (whole: OneTransaction) => Promise<unknown>> = {
    'that reads': (whole) => whole.all(selectOne, []),
    'that writes': (whole) => whole.transaction((tx) => tx.all(selectOne, [])),
    'that ends': (whole) => whole.finish(async (tx) => void (await tx.all(selectOne, []))),
  };

  /** A transaction that has begun. The pool may still hold connections whose end by the test before it has not read. */
  async function begun(): Promise<OneTransaction> {
    for (let left = working; ; left--) {
      const whole = new OneTransaction((service as Service).database, async () => {});
      try {
        await whole.transaction((tx) => tx.all(selectOne, []));
        return whole;
      } catch (error) {
        await whole.abandon();
        if (left === 0) throw error;
      }
    }
  }

  test.each(Object.keys(ways))(
    '%s after its connection was cut is told that the database is unavailable',
    async (way) => {
      const whole = await begun();
      await admin(terminateAll);
      for (const _ of ['the cut', 'a client that is not queryable'])
        await expect(ways[way]?.(whole)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 5 } });
      await whole.abandon();
    },
  );
});

severally('a deadlock', () => {
  const lock = statement.write<{ id: number }>('test_lock_user', 'select id from users where id = $1 for update');
  const sides = ['statements', 'entities'] as const;

  test.each(sides)('a deadlock of two transactions of %s is not reported to either caller', async (side) => {
    const { url, database: whole } = service as Service;
    const people = await Promise.all([newPerson({ url }, 'Cho', side), newPerson({ url }, 'Dan', side)]);
    const both = Promise.withResolvers<void>();
    let begun = 0;
    let attempts = 0;
    const crosswise = ([first, second]: readonly [Person, Person]) =>
      whole.transaction(async (tx) => {
        attempts++;
        const take = async ({ id }: Person) =>
          side === 'statements'
            ? tx.one(lock, [id])
            : (await tx.em()).findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
        await take(first);
        if (++begun >= 2) both.resolve();
        await both.promise;
        await take(second);
      });
    const [cho, dan] = people as [Person, Person];
    await Promise.all([crosswise([cho, dan]), crosswise([dan, cho])]);
    expect(attempts).toBeGreaterThan(2);
  });
});
