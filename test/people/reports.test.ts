/** Weekly, monthly and annual reports are sent by mail, with a link that turns them off. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { startReports } from '../../src/domain/reports/report-jobs.ts';
import { sendDueReports } from '../../src/domain/reports/send-reports.ts';
import { startJobs } from '../../src/platform/jobs/jobs.ts';
import { startService } from '../../src/server/server.ts';
import { aWhile, until } from '../mail/patience.ts';
import { times } from '../mail/quick.ts';
import { smtpPeer } from '../mail/smtp-peer.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { decoded } from '../support/mails.ts';
import { testService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

const peer = await smtpPeer();
const service = await testService({ SMTP_URL: peer.url, MAIL_FROM: 'Runners <no-reply@example.org>' });
afterAll(() => peer.close());

const mailsTo = (email: string) =>
  peer.received.filter(({ to }) => to[0] === email).map(({ source }) => decoded(source));
const newcomer = (name: string) => newPerson(service, `${name}${randomUUID().slice(0, 8)}`, 'Runner');
const prefer = (who: Person, preferences: Mapping) => as(who).patch(`/preferences/${who.id}/`, preferences);
/** Looks for due reports at a moment. */
const look = async (at: string) => {
  service.clock.set(at);
  await sendDueReports(service.processContext);
};
const run = async (who: Person, run_date: string, changes: Mapping = {}) => {
  const answer = await as(who).post('/workout/', workoutBody({ run_date, ...changes }));
  expect(answer.status).toBe(201);
};
/** Nothing is queued or under way. */
const settled = () =>
  until(
    async () => (await service.sql("select 1 from pgboss.job where name = 'mail' limit 1")).length === 0,
    'the mails',
  );

afterEach(() => service.clock.set(null));
// Nobody of an earlier test is due in a later one.
beforeAll(() => service.clock.set('2026-03-04T12:00:00Z'));

describe('a weekly report', () => {
  test("is sent when the week has ended in the user's time zone, with the figures of the week in the user's units", async () => {
    service.clock.set('2026-03-04T12:00:00Z');
    const ann = await newcomer('Ann');
    await prefer(ann, {
      weekly_email_report: true,
      timezone: 'Pacific/Auckland',
      distance: 'kilometers',
      elevation: 'meters',
    });
    service.clock.set('2026-03-08T10:00:00Z');
    // Auckland is 13 hours ahead: its week runs from Sunday 11:00 to Sunday 11:00 UTC.
    await run(ann, '2026-03-01T10:59:59Z', { distance_in_meters: 40_000 });
    await run(ann, '2026-03-01T11:00:00Z', { distance_in_meters: 5000, duration_in_seconds: 1500 });
    await run(ann, '2026-03-07T20:00:00Z', { distance_in_meters: 12_345.6, duration_in_seconds: 4000 });
    await run(ann, '2026-03-08T10:59:59Z', { distance_in_meters: 1000, duration_in_seconds: 301 });
    await run(ann, '2026-03-08T11:00:00Z', { distance_in_meters: 30_000, duration_in_seconds: 9000 });

    await look('2026-03-08T10:59:59Z');
    await settled();
    expect(mailsTo(ann.email)).toEqual([]);
    await look('2026-03-08T11:00:00Z');
    await until(() => mailsTo(ann.email).length > 0, 'the report');
    const [mail = ''] = mailsTo(ann.email);
    expect(mail).toMatch(/^From: Runners <no-reply@example\.org>\r$/m);
    expect(mail).toMatch(/Subject: .*Your.week/);
    const [, text = '', html = ''] = mail.split(/Content-Type: text\/(?:plain|html)[^]*?\r\n\r\n/);
    expect(text).toContain(`Hello ${ann.firstName},`);
    expect(text).toContain('this was your week (2–8 March 2026):');
    for (const line of [
      /^Distance: +18\.35 km\r?$/m,
      /^Time: +1:36:41\r?$/m,
      /^Workouts: +3\r?$/m,
      /^Longest: +12\.35 km\r?$/m,
      /^Climb: +0 m\r?$/m,
      /^Best 5 km: +25:00\r?$/m,
    ])
      expect(text).toMatch(line);
    expect(text).not.toContain('marathon');
    for (const figure of ['18.35 km', '1:36:41', '12.35 km', '25:00']) expect(html).toContain(`<b>${figure}</b>`);
    expect(html).toContain('Turn them off</a>');
  });

  test('uses miles and feet according to the preferences, and is also sent without workouts', async () => {
    service.clock.set('2026-03-04T12:00:00Z');
    const [ann, bob] = [await newcomer('Miles'), await newcomer('Idle')];
    for (const who of [ann, bob]) await prefer(who, { weekly_email_report: true });
    await run(ann, '2026-03-03T08:00:00Z', { distance_in_meters: 16_093.44, duration_in_seconds: 5000 });
    await look('2026-03-09T00:00:00Z');
    await settled();
    expect(mailsTo(ann.email)[0]).toContain('10.00 mi');
    expect(mailsTo(ann.email)[0]).toMatch(/Climb: +0 ft/);
    expect(mailsTo(bob.email)[0]).toContain('you recorded no workouts in this week (2–8 March 2026)');
  });

  test('is sent once, with any number of searches and processes', async () => {
    service.clock.set('2026-03-04T12:00:00Z');
    const people = await Promise.all(Array.from({ length: 12 }, (_, i) => newcomer(`Once${i}`)));
    for (const who of people) await prefer(who, { weekly_email_report: true });
    await look('2026-03-09T06:00:00Z');
    await Promise.all(Array.from({ length: 6 }, () => sendDueReports(service.processContext)));
    await look('2026-03-12T06:00:00Z');
    await settled();
    await aWhile();
    expect(people.map(({ email }) => mailsTo(email).length)).toEqual(people.map(() => 1));
  });

  test('does not cover a period before it was turned on, or one that ended long ago', async () => {
    service.clock.set('2026-03-10T12:00:00Z');
    const [late, monthly] = [await newcomer('Late'), await newcomer('Monthly')];
    await prefer(late, { weekly_email_report: true });
    await service.sql('update preferences set monthly_email_report = true where id = ?', [monthly.id]);
    await look('2026-03-11T12:00:00Z');
    await settled();
    expect([...mailsTo(late.email), ...mailsTo(monthly.email)]).toEqual([]);
    // Saying again what is so already does not put it off.
    service.clock.set('2026-03-16T00:00:30Z');
    await prefer(late, { weekly_email_report: true, distance: 'miles' });
    await look('2026-03-16T00:01:00Z');
    await until(() => mailsTo(late.email).length > 0, 'the report');
    await prefer(late, { weekly_email_report: false });
    await look('2026-03-23T00:01:00Z');
    await prefer(late, { weekly_email_report: true });
    await look('2026-03-23T00:02:00Z');
    await settled();
    expect(mailsTo(late.email)).toHaveLength(1);
  });

  test('is sent to each user once after a failed transaction', async () => {
    service.clock.set('2026-03-04T12:00:00Z');
    const people = await Promise.all(Array.from({ length: 8 }, (_, i) => newcomer(`Crash${i}`)));
    for (const who of people) await prefer(who, { weekly_email_report: true });
    service.clock.set('2026-03-09T12:00:00Z');
    const { integrations } = service.processContext;
    const failing: typeof integrations.mailer = {
      ...integrations.mailer,
      async queueAll(em, mails) {
        await integrations.mailer.queueAll(em, mails);
        throw new Error('the process dies here');
      },
    };
    const dying = { ...service.processContext, integrations: { ...integrations, mailer: failing } };
    await expect(sendDueReports(dying)).rejects.toThrow('dies here');
    await sendDueReports(service.processContext);
    await settled();
    await aWhile();
    expect(people.map(({ email }) => mailsTo(email).length)).toEqual(people.map(() => 1));
  });
});

test('a scheduled job searches for due reports, once for all processes', async () => {
  service.clock.set('2026-03-04T12:00:00Z');
  const ann = await newcomer('Job');
  await prefer(ann, { weekly_email_report: true });
  service.clock.set('2026-03-09T12:00:00Z');
  const jobs = await startJobs(service.database, undefined, times);
  const started = [];
  for (let i = 0; i < 3; i++) started.push(await startReports(jobs, service.processContext, 0));
  await until(() => mailsTo(ann.email).length > 0, 'the report');
  await aWhile();
  expect(mailsTo(ann.email)).toHaveLength(1);
  const left = () => service.sql("select state, output from pgboss.job where name = 'report'");
  await until(async () => (await left()).length === 0, 'the jobs to be done');
  for (const reports of started) reports.stop();
  await jobs.stop();
});

describe('monthly and annual reports', () => {
  test('are sent at the end of the month and of the year', async () => {
    service.clock.set('2026-12-10T12:00:00Z');
    const ann = await newcomer('Yearly');
    await prefer(ann, { monthly_email_report: true, annually_email_report: true, timezone: 'America/New_York' });
    await run(ann, '2026-01-01T05:00:00Z', { distance_in_meters: 10_000 });
    await run(ann, '2026-12-05T12:00:00Z', { distance_in_meters: 8000 });
    await look('2027-01-01T04:59:00Z');
    await settled();
    expect(mailsTo(ann.email)).toEqual([]);
    await look('2027-01-01T05:00:00Z');
    await until(() => mailsTo(ann.email).length === 2, 'the reports');
    const mails = mailsTo(ann.email).join('\n');
    expect(mails).toContain('this was your month (December 2026)');
    expect(mails).toContain('4.97 mi');
    expect(mails).toContain('this was your year (2026)');
    expect(mails).toContain('11.18 mi');
  });
});

describe('the link in a report', () => {
  /** A fresh report's link, as path and query. */
  async function reported(name: string): Promise<{ person: Person; path: string; mail: string }> {
    service.clock.set('2026-03-04T12:00:00Z');
    const person = await newcomer(name);
    await prefer(person, { weekly_email_report: true, monthly_email_report: true });
    await look('2026-03-09T12:00:00Z');
    await until(() => mailsTo(person.email).length > 0, 'the report');
    const [mail = ''] = mailsTo(person.email);
    const url = /Turn them off: (\S+)/.exec(mail)?.[1] ?? '';
    return { person, path: url.slice(service.url.length), mail };
  }
  const preferencesOf = async (who: Person) => (await as(who).get(`/preferences/${who.id}/`)).json();

  test('shows a button, which turns that kind of report off without signing in', async () => {
    const { person, path } = await reported('Button');
    const shown = await nobody(service).sendTo('GET', path);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('<button>Turn off weekly reports</button>');
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
    expect(await preferencesOf(person)).toMatchObject({ weekly_email_report: true });
    const done = await nobody(service).sendTo('POST', path);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('no more weekly reports')]);
    expect(await preferencesOf(person)).toMatchObject({ weekly_email_report: false, monthly_email_report: true });
    await look('2026-03-16T12:00:00Z');
    await settled();
    expect(mailsTo(person.email)).toHaveLength(1);
  });

  test('is in the header for one-click unsubscription', async () => {
    const { person, path, mail } = await reported('Header');
    expect(mail.replaceAll(/\r\n /g, ' ')).toMatch(/^List-Unsubscribe: +</m);
    expect(mail).toContain(` <${service.url}${path}>\r\n`);
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const answer = await nobody(service).sendTo('POST', path, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(200);
    expect(await preferencesOf(person)).toMatchObject({ weekly_email_report: false });
  });

  test('turns off no other kind and no report of another user', async () => {
    const { person, path } = await reported('Forger');
    const victim = await newcomer('Victim');
    await prefer(victim, { weekly_email_report: true });
    const forged = [
      path.replace(`/${person.id}/`, `/${victim.id}/`),
      path.replace('/weekly/', '/monthly/'),
      path.replace('/weekly/', '/daily/'),
      path.replace(/\?.*/, ''),
    ];
    for (const other of forged) expect((await nobody(service).sendTo('POST', other)).status).toBe(404);
    expect(await preferencesOf(victim)).toMatchObject({ weekly_email_report: true });
    expect(await preferencesOf(person)).toMatchObject({ monthly_email_report: true });
  });
});

const onServer = process.env['TEST_DATABASE_URL'];
(onServer ? test : test.skip)('two processes that look at the same time send each report once', async () => {
  service.clock.set('2026-03-04T12:00:00Z');
  const people = await Promise.all(Array.from({ length: 30 }, (_, i) => newcomer(`Two${i}`)));
  for (const who of people) await prefer(who, { weekly_email_report: true });
  const [row] = await service.sql('select current_database() as name');
  const url = new URL(onServer ?? '');
  url.pathname = `/${String(row?.['name'])}`;
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: url.href,
    SECRET_KEY: 'only for tests, never elsewhere',
    SMTP_URL: peer.url,
  });
  const other = await startService(config, pino({ level: 'silent' }), { now: () => service.clock.now() });
  service.clock.set('2026-03-09T12:00:00Z');
  await Promise.all([service, other, service, other].map(({ processContext }) => sendDueReports(processContext)));
  await settled();
  await aWhile();
  expect(people.map(({ email }) => mailsTo(email).length)).toEqual(people.map(() => 1));
  await other.stop();
});
