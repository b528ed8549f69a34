/**
 * If a commit is not answered, the answer says over REST and GraphQL that it is not known whether the change was made.
 */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../../../src/platform/config.ts';
import { startService } from '../../../../src/server/server.ts';
import { as, newPerson } from '../../../../test/support/cast.ts';
import { preparedDatabase } from '../../../../test/support/prepared-database.ts';

const database = await preparedDatabase();
const server = database.environment['DATABASE_URL'];
if (!server) process.stderr.write('commits without an answer: skipped, TEST_DATABASE_URL is not set\n');
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean();
  await database.remove();
});

/** Starts a proxy to PostgreSQL. It forwards or drops a request with these bytes, and then closes the connection. */
async function cuttingProxy(host: string, port: number) {
  let cut: { bytes: string; passes: boolean } | null = null;
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(port, host);
    let isCut = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => (near.destroy(), far.destroy(), sockets.delete(socket)));
    }
    near.on('data', (data: Buffer) => {
      const found = cut !== null && data.includes(cut.bytes) ? cut : null;
      if (found) {
        cut = null;
        isCut = true;
        // The server has time to execute it.
        setTimeout(() => near.destroy(), 300);
      }
      if (!found || found.passes) far.write(data);
    });
    far.on('data', (data: Buffer) => isCut || near.write(data));
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  cleanUp.push(async () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    port: (proxy.address() as AddressInfo).port,
    /** @param passes whether the server receives the request */
    cutAt: (bytes: string, passes: boolean) => (cut = { bytes, passes }),
  };
}

(server ? describe : describe.skip)('a connection that breaks', () => {
  test('while a commit is answered, leaves the outcome unknown; before, it does not', async () => {
    const url = new URL(server ?? '');
    const proxy = await cuttingProxy(url.hostname, Number(url.port || 5432));
    url.host = `127.0.0.1:${proxy.port}`;
    const config = readConfig({ ...database.environment, DATABASE_URL: url.href });
    const service = await startService(config, pino({ level: 'silent' }), { sweepMs: 3_600_000 });
    cleanUp.push(() => service.stop());
    const [ann, bob] = await Promise.all([newPerson(service, 'Ann', 'Archer'), newPerson(service, 'Bob', 'Baker')]);
    const nameIs = async () => (await as(ann).get('/me/')).json<{ first_name: string }>().first_name;
    const rename = (name: string) => as(ann).patch(`/user/${ann.id}/`, { first_name: name });
    const unknown =
      'The service could not confirm that the change was saved. Check whether it was before you send the request again.';

    for (const [name, passes, then] of [
      ['Made', true, 'Made'],
      ['Lost', false, 'Made'],
    ] as const) {
      proxy.cutAt('commit', passes);
      const { status, headers, text } = await rename(name);
      expect([status, text, Number(headers['retry-after']) > 0]).toEqual([503, unknown, true]);
      expect(await nameIs()).toBe(then);
    }
    // Nothing was committed yet, so the caller can send it again.
    proxy.cutAt('update "users"', true);
    expect((await rename('Begun')).text).toBe('The service cannot do this right now; try again soon.');
    expect(await nameIs()).toBe('Made');

    // This statement is a transaction by itself.
    const started = await as(ann).post('/conversation/', { recipients: [bob.id], message: 'Hello' });
    const conversation = Number(/(\d+)\/$/.exec(started.headers.location ?? '')?.[1]);
    const say = (message: string) =>
      as(ann).sendTo('POST', '/graphql', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          query:
            'mutation ($id: ID!, $m: String!) { sendMessage(input: { conversationId: $id, message: $m }) { message { id } } }',
          variables: { id: Buffer.from(`Conversation:${conversation}`).toString('base64url'), m: message },
        }),
      });
    proxy.cutAt('First of all', true);
    const answer = await say('First of all');
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true]);
    expect(answer.json()).toMatchObject({ errors: [{ message: unknown, extensions: { code: 'OUTCOME_UNKNOWN' } }] });
    const { objects } = (await as(ann).get(`/message/?conversation=${conversation}`)).json<{ objects: object[] }>();
    expect(objects).toMatchObject([{ message: 'Hello' }, { message: 'First of all' }]);
  });

  test('is not unknown where the server only reads', async () => {
    const service = await startService(readConfig(database.environment), pino({ level: 'silent' }), {
      sweepMs: 3_600_000,
    });
    cleanUp.push(() => service.stop());
    const [ann, bob] = await Promise.all([newPerson(service, 'Cho', 'Cook'), newPerson(service, 'Dan', 'Drew')]);
    const started = await as(ann).post('/conversation/', { recipients: [bob.id], message: 'Hello' });
    const conversation = Number(/(\d+)\/$/.exec(started.headers.location ?? '')?.[1]);
    const admin = new pg.Client(server);
    await admin.connect();
    cleanUp.push(() => admin.end());
    const onlyReads = async (word: 'on' | 'off') => {
      await admin.query(`alter database ${admin.database} set default_transaction_read_only = ${word}`);
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      // The pool has noticed by then.
      await sleep(500);
      while ((await as(ann).get('/me/')).status !== 200) await sleep(50);
    };
    const say = () => as(ann).post('/message/', { conversation_id: conversation, message: 'Again' });
    await onlyReads('on');
    const { status, headers, text } = await say();
    await onlyReads('off');
    expect([status, text]).toEqual([503, 'The service cannot do this right now; try again soon.']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    while ((await say()).status !== 201) await sleep(200);
  });
});
