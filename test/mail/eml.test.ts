/** Without an SMTP server, mails are written to files. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { deliverToFolder, mailFolder, sweepFolder } from '../../src/platform/mail/eml.ts';
import { unitOfWork } from '@runners/postgres';
import { startJobs } from '../../src/platform/jobs/jobs.ts';
import { makeMailer } from '../../src/platform/mail/mail.ts';
import { freshDatabase } from './fresh-database.ts';
import { until } from './patience.ts';

test('without an SMTP server mail becomes a file in the data folder', async () => {
  const place = await freshDatabase();
  const database = await openDatabase(place.config, place.image);
  const jobs = await startJobs(database);
  const config = { smtpUrl: undefined, mailFrom: 'Runners <no-reply@localhost>', dataDir: place.folder };
  const mailer = await makeMailer(config, jobs);
  const mail = { to: 'ann/../b@example.com', subject: 'Hello', text: 'Hello, Ann', html: '<p>Hello, Ann</p>' };
  await unitOfWork(database, (em) => mailer.queue(em, mail));

  const folder = mailFolder(place.folder);
  const files = () => readdir(folder).catch(() => []);
  await until(async () => (await files()).some((name) => name.endsWith('.eml')), 'the file');
  const names = await files();
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z_ann_\.\._b@example\.com_[0-9a-f]{8}\.eml$/);
  const file = join(folder, names[0] ?? '');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const source = await readFile(file, 'utf8');
  expect(source).toMatch(/^From: Runners <no-reply@localhost>\r$/m);
  expect(source).toMatch(/multipart\/alternative[^]*text\/plain[^]*Hello, Ann[^]*text\/html[^]*<p>Hello, Ann<\/p>/);

  await jobs.stop();
  await database.close();
  await place.remove();
});

test('a mail that is written twice is one file with the same bytes', async () => {
  const place = await freshDatabase();
  const deliver = deliverToFolder(place.folder, 'no-reply@localhost');
  const mail = { to: 'ann@example.com', subject: 'Hi', text: 'Hi', html: 'Hi', queuedAt: '2026-11-21T10:15:00.000Z' };
  await deliver('1f0c2a7b-0000-4000-8000-000000000000', mail);
  const file = join(place.folder, '2026-11-21T10-15-00.000Z_ann@example.com_1f0c2a7b.eml');
  const first = await readFile(file, 'utf8');
  await deliver('1f0c2a7b-0000-4000-8000-000000000000', mail);
  expect(await readFile(file, 'utf8')).toBe(first);
  expect((await readdir(place.folder)).filter((name) => name.includes('ann@'))).toHaveLength(1);
  await place.remove();
});

test('mails are deleted when their link has expired, when they are a month old, and when they are incomplete', async () => {
  const place = await freshDatabase();
  const deliver = deliverToFolder(place.folder, 'no-reply@localhost');
  const mail = { subject: 'Hi', text: 'Hi', html: 'Hi', queuedAt: '2026-11-21T10:15:00.000Z' };
  const id = (n: number) => `1f0c2a7${n}-0000-4000-8000-000000000000`;
  await deliver(id(1), { ...mail, to: 'link@example.com', expires: '2026-11-21T11:15:00.000Z' });
  await deliver(id(2), { ...mail, to: 'plain@example.com' });
  await deliver(id(3), { ...mail, to: 'invited@example.com', expires: '2026-12-20T10:15:00.000Z' });
  await writeFile(join(place.folder, '.2026-11-21T10-15-00.000Z_cut@example.com_1f0c2a7b.eml.part'), 'x');
  await writeFile(join(place.folder, 'note.txt'), 'kept');
  const leftAt = async (moment: string) => {
    await sweepFolder(place.folder, new Date(moment));
    return (await readdir(place.folder))
      .map((name) => /Z_(\w+)@/.exec(name)?.[1])
      .filter(Boolean)
      .sort();
  };
  expect(await leftAt('2026-11-21T11:14:00.000Z')).toEqual(['cut', 'invited', 'link', 'plain']);
  expect(await leftAt('2026-11-21T11:16:00.000Z')).toEqual(['cut', 'invited', 'plain']);
  expect(await leftAt('2026-12-20T10:16:00.000Z')).toEqual(['cut', 'plain']);
  expect(await leftAt('2026-12-22T10:16:00.000Z')).toEqual([]);
  expect(await readdir(place.folder)).toContain('note.txt');
  await place.remove();
});

/** The subject of a message, as mail programs show it (RFC 2047). */
function shownSubject(source: string): string {
  const header = /^Subject:((?:.*\r\n[ \t])*.*)\r$/m.exec(source)?.[1]?.trim() ?? '';
  const bytesOf = (form: string, text: string) =>
    form.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64')
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replaceAll(/=(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        );
  return header
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, form: string, text: string) => bytesOf(form, text).toString());
}

test.each([
  'Ann =?utf-8?B?YXQgaHR0cDovL2V2aWwuZXhhbXBsZS93aW4=?= invites you',
  '=?utf-8?q?evil.example?= =?utf-8?B?QQ==?=',
  'Zoë =?utf-8?B?YXQgaHR0cDovL2V2aWwuZXhhbXBsZS93aW4=?= invites you',
  `${'Anna '.repeat(40)}=? and ${'日本'.repeat(30)}`,
  'half of one: =?utf-8?B?',
  'line breaks =?utf-8?Q?=0D=0ABcc:_x@example.org?=',
])('the subject %j is shown as it was written', async (subject) => {
  const place = await freshDatabase();
  const mail = { to: 'ann@example.com', subject, text: 'Hi', html: 'Hi', queuedAt: '2026-11-21T10:15:00.000Z' };
  await deliverToFolder(place.folder, 'no-reply@localhost')('1f0c2a7b-0000-4000-8000-000000000000', mail);
  const [name = ''] = (await readdir(place.folder)).filter((file) => file.endsWith('.eml'));
  const source = await readFile(join(place.folder, name), 'utf8');
  expect(shownSubject(source)).toBe(subject);
  expect(
    source
      .split('\r\n\r\n', 1)[0]
      ?.split('\r\n')
      .every((line) => line.length < 100),
  ).toBe(true);
  await place.remove();
});
