/** The wording of each mail. */
import { describe, expect, test } from '@jest/globals';
import { passwordMail } from '../../src/domain/accounts/password-mail.ts';
import { provenMail } from '../../src/domain/accounts/proven-mail.ts';
import { invitationMail } from '../../src/domain/friendships/invitation-mail.ts';
import { reportMail } from '../../src/domain/people/reports/report-mail.ts';

/** Covers what mails say, to the letter: who changes a text changes it here, too. */
const to = 'ann@example.com';
const link = 'https://runs.example/link?token=t&more=1';
const expires = new Date('2026-11-21T11:00:00.000Z');

describe('the mail that', () => {
  test('leads to a new password', () => {
    expect(passwordMail(to, link, expires)).toEqual({
      to,
      expires: '2026-11-21T11:00:00.000Z',
      subject: 'Set a new password',
      text: `Somebody asked to set a new password for your account.
If that was you, open this page within an hour:

${link}

If it was not you, ignore this mail: nothing has changed.
`,
      html: `<p>Somebody asked to set a new password for your account.</p><p>If that was you, open this page within an hour: <a href="${link}">set a new password</a></p><p>If it was not you, ignore this mail: nothing has changed.</p>`,
    });
  });

  test('invites', () => {
    const mail = invitationMail({ to, name: 'Ann', inviterName: 'Bob Baker', link, expires });
    expect(mail.subject).toBe('Bob Baker invites you to run together');
    expect(mail.text).toBe(`Hello Ann,

Bob Baker would like to run with you and has invited you to our network of runners.
Open this page to join with this address, ann@example.com, and you will be friends. If you have registered with it in the app already, open the page all the same: it shows that the address is yours.

${link}

If you do not know this person, ignore this mail: no account was made for you.
`);
    expect(mail.html).toContain(
      '<a href="https://runs.example/link?token=t&amp;more=1">Join our network of runners</a>',
    );
  });

  test.each([
    [
      'link',
      'This address is confirmed as yours',
      'You have set the password of the account that was registered with this address, by a link that was mailed to it.',
      'Sign in with the new password.',
    ],
    [
      'network',
      'Your account is linked with your social network',
      'You have signed in with your social network to the account that was registered with this address.',
      'To have a password again, ask for a new one in the app.',
    ],
  ] as const)('tells that an address was proven by a %s', (proof, subject, first, last) => {
    const sentences = [
      first,
      'Nobody had shown before that the address is theirs: whoever registered it may have been somebody else. So the password of the account was removed, every device was signed out, and links with social networks, earlier password links, uploads and exports have ended.',
      last,
    ];
    const html = sentences.map((sentence) => `<p>${sentence}</p>`).join('');
    expect(provenMail(to, proof)).toEqual({ to, subject, text: `${sentences.join('\n')}\n`, html });
  });

  test('reports a week', () => {
    const who = { email: to, firstName: 'Ann', distance: 'kilometers', elevation: 'meters' } as const;
    const period = { title: '16 to 22 November 2026' } as Parameters<typeof reportMail>[1];
    const figures = {
      id: 1,
      workouts: 2,
      distanceInMeters: 15_000,
      durationInSeconds: 4509,
      longestInMeters: 10_000,
      elevationGainInMeters: 120,
      mile: 420,
      fiveK: null,
      tenK: null,
      halfMarathon: null,
      marathon: null,
    };
    const mail = reportMail('weekly', period, who, figures, link);
    expect(mail.subject).toBe('Your week: 15.00 km in 2 workouts (16 to 22 November 2026)');
    expect(mail.text).toBe(`Hello Ann,

this was your week (16 to 22 November 2026):

Distance:  15.00 km
Time:      1:15:09
Workouts:  2
Longest:   10.00 km
Climb:     120 m
Best mile: 7:00

You get this mail because your preferences ask for weekly reports.
Turn them off: ${link}
`);
  });
});
