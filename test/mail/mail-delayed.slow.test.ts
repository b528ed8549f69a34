/** Mails are sent in spite of failures of the database, the mail server or the process. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { unitOfWork } from '@runners/postgres';
import type { Database } from '../../src/platform/database/database.ts';
import { startJobs } from '../../src/platform/jobs/jobs.ts';
import { makeMailer } from '../../src/platform/mail/mail.ts';
import { runSql } from '../support/run-sql.ts';
import { freshDatabase } from './fresh-database.ts';
import type { FreshDatabase } from './fresh-database.ts';
import { aWhile, until } from './patience.ts';
import type { Orders } from './queue-and-wait.ts';
import { retries, times } from './quick.ts';
import { silentPeer, smtpPeer } from './smtp-peer.ts';

const mail = { to: 'ann@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

let place: FreshDatabase;
beforeEach(async () => {
  place = await freshDatabase('lasting');
});
afterEach(() => place.remove());

/** A service that mails to the address, on the database of the test. */
async function service(smtpUrl: string) {
  const database = await openDatabase(place.config);
  const jobs = await startJobs(database, undefined, times);
  const config = { smtpUrl, mailFrom: 'no-reply@example.org', dataDir: place.folder };
  const mailer = await makeMailer(config, jobs, { retries });
  return {
    database,
    send: () => unitOfWork(database, (em) => mailer.queue(em, mail)),
    async stop() {
      await jobs.stop();
      await database.close();
    },
  };
}

/** Lets the jobs' clock in the database jump: signs of life that came before are now old. */
async function signsOfLifeGrowOld(database: Database): Promise<void> {
  const interval = `interval '${times.heartbeat + 1} seconds'`;
  await runSql(
    database,
    `create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select now() + ${interval} $$`,
  );
}

describe('a database that fails after the mail was sent', () => {
  test('does not cause it to be sent again', async () => {
    const peer = await smtpPeer();
    const running = await service(peer.url);
    const execute = (sql: string) => runSql(running.database, sql);
    await execute(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
    await execute('create trigger refuse before delete on pgboss.job_common for each row execute function refuse()');
    await running.send();
    await until(() => peer.received.length > 0, 'the mail');
    // Another process, which does not know that it was sent.
    const other = place.config.databaseUrl ? await service(peer.url) : null;
    await aWhile();
    await execute('drop trigger refuse on pgboss.job_common');
    const left = async () => (await execute('select id from pgboss.job_common')) as unknown[];
    await until(async () => (await left()).length === 0, 'the job to be noticed as done');
    expect(peer.received).toHaveLength(1);
    await other?.stop();
    await running.stop();
    await peer.close();
  });
});

describe('an unavailable mail server', () => {
  test('delays mail and loses none', async () => {
    const gone = await smtpPeer();
    await gone.close();
    const running = await service(gone.url);
    await running.send();
    await running.send();
    await aWhile();
    const back = await smtpPeer(gone.port);
    await until(() => back.received.length >= 2, 'the mails');
    await aWhile();
    expect(back.received).toHaveLength(2);
    await running.stop();
    await back.close();
  });

  test('that refuses temporarily receives the same mail again', async () => {
    const peer = await smtpPeer(0, 2);
    const running = await service(peer.url);
    await running.send();
    await until(() => peer.received.length > 0, 'the mail');
    await aWhile();
    expect(peer.received).toHaveLength(1);
    // To the byte, its Message-ID included: whoever got both knows that they are one.
    expect(peer.refused.map(({ source }) => source)).toEqual(Array(2).fill(peer.received[0]?.source));
    await running.stop();
    await peer.close();
  });

  test('does not delay stopping for long, and loses no mail', async () => {
    const silent = await silentPeer();
    const first = await service(silent.url);
    await first.send();
    await silent.called;
    const started = Date.now();
    await first.stop();
    expect(Date.now() - started).toBeLessThan(20_000);
    silent.close();

    const peer = await smtpPeer();
    const second = await service(peer.url);
    await until(() => peer.received.length > 0, 'the mail');
    await aWhile();
    expect(peer.received).toHaveLength(1);
    await second.stop();
    await peer.close();
  });
});

/** Commits a mail in another process and kills that when `due` says so. */
async function killed(orders: Omit<Orders, 'config'>, due: Promise<void>): Promise<void> {
  const script = fileURLToPath(new URL('./queue-and-wait.js', import.meta.url));
  const child = fork(script, [JSON.stringify({ config: place.config, ...orders } satisfies Orders)], {
    execArgv: [],
  });
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error('The process ended by itself')));
  });
  await due;
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}

describe('a killed process', () => {
  test('between commit and sending: the mail is sent once after the restart', async () => {
    const peer = await smtpPeer();
    await killed({ smtpUrl: peer.url, sends: false }, Promise.resolve());
    expect(peer.received).toHaveLength(0);
    const running = await service(peer.url);
    await until(() => peer.received.length > 0, 'the mail');
    await aWhile();
    expect(peer.received).toHaveLength(1);
    expect(peer.received[0]?.source).toContain('Subject: Before the end');
    await running.stop();
    await peer.close();
  });

  test('while sending: the mail is sent once after the restart', async () => {
    const silent = await silentPeer();
    await killed({ smtpUrl: silent.url, sends: true }, silent.called);
    silent.close();
    const peer = await smtpPeer();
    const running = await service(peer.url);
    // An embedded database need not wait for the dead process's sign of life to grow old.
    if (place.config.databaseUrl) await signsOfLifeGrowOld(running.database);
    await until(() => peer.received.length > 0, 'the mail');
    await aWhile();
    expect(peer.received).toHaveLength(1);
    await running.stop();
    await peer.close();
  });
});
