/** The texts of mails are exactly those of `test/mail/texts.ts`, which has to be changed together with them. */
import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { newPasswordMail, passwordMail } from '../../src/domain/accounts/password-mail.ts';
import { provenMail } from '../../src/domain/accounts/proven-mail.ts';
import { invitationMail } from '../../src/domain/friendships/invitation-mail.ts';
import { reportMail } from '../../src/domain/reports/report-mail.ts';
import type { Figures } from '../../src/domain/reports/report.queries.ts';
import type { Mail } from '../../src/platform/mail/mail.ts';
import { mailTexts } from './texts.ts';

const to = 'bob@example.com';
const link = 'https://run.example/link?token=t&more=1';
const expires = new Date('2024-05-20T12:00:00Z');
const invitation = { to, link, expires };
const report = (
  kind: 'weekly' | 'monthly' | 'annual',
  title: string,
  units: Pick<Parameters<typeof reportMail>[2], 'distance' | 'elevation'>,
  figures: Figures,
) => {
  const period = { starts: '2024-05-13', from: '2024-05-13T00:00:00Z', to: '2024-05-20T00:00:00Z', title };
  return reportMail(kind, period, { email: to, firstName: 'Ann', ...units }, figures, 'https://run.example/off');
};
const one: Figures = {
  id: 1,
  workouts: 1,
  distanceInMeters: 12_345,
  durationInSeconds: 1503,
  longestInMeters: 12_345,
  elevationGainInMeters: 1234.4,
  mile: null,
  fiveK: null,
  tenK: null,
  halfMarathon: null,
  marathon: null,
};
const best = { mile: 420, fiveK: 1400, tenK: 3000, halfMarathon: 6600, marathon: 14_405 };
const three = { ...one, workouts: 3, durationInSeconds: 4523, longestInMeters: 8000, elevationGainInMeters: 123.4 };

const mails: Record<string, Record<string, Mail>> = {
  'domain/accounts/password-mail.ts': {
    'a new password': passwordMail(to, link, expires),
    'to whom a new password is advised': newPasswordMail(to),
  },
  'domain/accounts/proven-mail.ts': { 'by a link': provenMail(to, 'link'), 'by a network': provenMail(to, 'network') },
  'domain/friendships/invitation-mail.ts': {
    'by name': invitationMail({ ...invitation, name: 'Bob', inviterName: 'Ann Archer' }),
    'without names': invitationMail({ ...invitation, name: '', inviterName: '' }),
  },
  'domain/reports/report-mail.ts': {
    'weekly, in miles': report(
      'weekly',
      '13–19 May 2024',
      { distance: 'miles', elevation: 'feet' },
      { ...three, ...best },
    ),
    'monthly, in kilometers, of one workout': report(
      'monthly',
      'May 2024',
      { distance: 'kilometers', elevation: 'meters' },
      one,
    ),
    'annual, of no workouts': report(
      'annual',
      '2024',
      { distance: 'miles', elevation: 'feet' },
      { ...one, workouts: 0 },
    ),
  },
};

test('every mail is covered', () => {
  const files = readdirSync(new URL('../../../src/', import.meta.url), { recursive: true, encoding: 'utf8' });
  expect(Object.keys(mailTexts).sort()).toEqual(files.filter((file) => file.endsWith('-mail.ts')).sort());
});

const cases = Object.entries(mails).flatMap(([file, all]) =>
  Object.entries(all).map(([name, mail]) => ({ file, name, mail })),
);

test.each(cases)('$file contains the text $name', ({ file, name, mail: { subject, text, html, ...rest } }) => {
  expect({ subject, text, html: html.replaceAll(/>\s+</g, '><').trim() }).toEqual(mailTexts[file]?.[name]);
  expect(rest.to).toBe(to);
});
