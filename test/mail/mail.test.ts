/** Mails are sent to an SMTP server once, after the commit, with both parts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { unitOfWork } from '@runners/postgres';
import type { Database } from '../../src/platform/database/database.ts';
import { startJobs } from '../../src/platform/jobs/jobs.ts';
import type { Jobs } from '../../src/platform/jobs/jobs.ts';
import { makeMailer } from '../../src/platform/mail/mail.ts';
import type { Mail, Mailer } from '../../src/platform/mail/mail.ts';
import { runSql } from '../support/run-sql.ts';
import { freshDatabase } from './fresh-database.ts';
import type { FreshDatabase } from './fresh-database.ts';
import { aWhile, until } from './patience.ts';
import { retries } from './quick.ts';
import { smtpPeer } from './smtp-peer.ts';
import type { SmtpPeer } from './smtp-peer.ts';

const welcome: Mail = {
  to: 'ann@example.com',
  subject: 'Grüße, Ann',
  text: 'Welcome, Änn.\n.\nA line with a dot.\n',
  html: '<p>Welcome, <b>Änn</b>.</p>',
};

describe('mail to an SMTP server', () => {
  let place: FreshDatabase;
  let database: Database;
  let jobs: Jobs;
  let peer: SmtpPeer;
  let mailer: Mailer;

  beforeAll(async () => {
    place = await freshDatabase();
    database = await openDatabase(place.config, place.image);
    jobs = await startJobs(database);
    peer = await smtpPeer();
    const config = { smtpUrl: peer.url, mailFrom: 'Runners <no-reply@example.org>', dataDir: place.folder };
    mailer = await makeMailer(config, jobs, { retries });
  });
  afterAll(async () => {
    await jobs.stop();
    await database.close();
    await peer.close();
    await place.remove();
  });
  beforeEach(() => {
    peer.received.length = 0;
  });

  const left = () => runSql(database, 'select id from pgboss.job');
  /** Waits until none is left, from which a mail could come a second time. */
  const noJobs = () => until(async () => (await left()).length === 0, 'the jobs to go');

  test('arrives once, soon after the commit, with both parts', async () => {
    await unitOfWork(database, (em) => mailer.queue(em, welcome));
    const committed = Date.now();
    await until(() => peer.received.length > 0, 'the mail');
    // Well below the interval at which the worker looks by itself.
    expect(Date.now() - committed).toBeLessThan(10_000);
    await noJobs();
    await aWhile();
    expect(peer.received).toHaveLength(1);
    const [mail] = peer.received;
    expect(mail?.to).toEqual(['ann@example.com']);
    expect(mail?.source).toMatch(/^From: Runners <no-reply@example\.org>\r$/m);
    expect(mail?.source).toMatch(/^To: ann@example\.com\r$/m);
    expect(mail?.source).toMatch(/^Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe=2C_Ann\?=\r$/m);
    expect(mail?.source).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.org>\r$/m);
    expect(mail?.source).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(mail?.source).toMatch(/Content-Type: text\/plain; charset=utf-8[^]*Welcome, =C3=84nn\.\r\n\.\r\nA line/);
    expect(mail?.source).toMatch(/Content-Type: text\/html; charset=utf-8[^]*<p>Welcome, <b>=C3=84nn<\/b>\.<\/p>/);
  });

  test('leaves no copy in the database once it is sent', async () => {
    await unitOfWork(database, (em) => mailer.queue(em, welcome));
    await until(() => peer.received.length > 0, 'the mail');
    await noJobs();
  });

  test('is not sent when the transaction rolls back', async () => {
    const change = unitOfWork(database, async (em) => {
      await mailer.queue(em, welcome);
      throw new Error('changed my mind');
    });
    await expect(change).rejects.toThrow('changed my mind');
    expect(await left()).toEqual([]);
    await aWhile();
    expect(peer.received).toHaveLength(0);
  });

  test('of a nested transaction waits for the outer one', async () => {
    await unitOfWork(database, async (outer) => {
      await outer.transactional((inner) => mailer.queue(inner, welcome));
      await outer.getKysely().executeQuery({
        sql: 'select pg_sleep(0.7)',
        parameters: [],
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'sleep' },
      });
      expect(peer.received).toHaveLength(0);
    });
    const committed = Date.now();
    await until(() => peer.received.length > 0, 'the mail');
    expect(Date.now() - committed).toBeLessThan(10_000);
  });

  test('of twenty simultaneous transactions arrives twenty times while the worker runs', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `runner${index}@example.com`);
    await Promise.all(
      names.map((to) =>
        unitOfWork(database, async (em) => {
          await mailer.queue(em, { ...welcome, to });
          await em.execute('select 1');
        }),
      ),
    );
    await until(() => peer.received.length >= 20, 'twenty mails', 10);
    await noJobs();
    await aWhile();
    expect(peer.received.flatMap(({ to }) => to).sort()).toEqual(names.sort());
    expect(new Set(peer.received.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1])).size).toBe(20);
  });

  test.each([
    ['a line break and a header', 'ann@example.com\r\nBcc: cho@example.com'],
    ['a second recipient', 'ann@example.com, cho@example.com'],
    ['a display name', 'Ann <ann@example.com>'],
    ['no address', 'ann'],
    ['nothing', ''],
  ])('to %s is refused', async (_, to) => {
    const change = unitOfWork(database, (em) => mailer.queue(em, { ...welcome, to }));
    await expect(change).rejects.toThrow('exactly one address');
  });

  test('cannot get headers through its subject', async () => {
    const subject = 'Hello\r\nBcc: cho@example.com\r\n\r\nanother body\0';
    await unitOfWork(database, (em) => mailer.queue(em, { ...welcome, subject }));
    await until(() => peer.received.length > 0, 'the mail');
    expect(peer.received[0]?.to).toEqual(['ann@example.com']);
    expect(peer.received[0]?.source).not.toMatch(/^Bcc:/im);
    expect(peer.received[0]?.source).toMatch(/^Subject: Hello Bcc: cho@example\.com another body\r$/m);
  });
});
