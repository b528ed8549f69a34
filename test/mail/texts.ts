/** A mail as it is sent. The HTML is without the line breaks between its elements. */
interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Every mail that the service writes, word by word, by its file and case: what `texts.test.ts` fills them with is in it. */
export const mailTexts: Record<string, Record<string, MailText>> = {
  'domain/accounts/password-mail.ts': {
    'a new password': {
      subject: 'Set a new password',
      text: `Somebody asked to set a new password for your account.
If that was you, open this page within an hour:

https://run.example/link?token=t&more=1

If it was not you, ignore this mail: nothing has changed.
`,
      html: '<p>Somebody asked to set a new password for your account.</p><p>If that was you, open this page within an hour: <a href="https://run.example/link?token=t&more=1">set a new password</a></p><p>If it was not you, ignore this mail: nothing has changed.</p>',
    },
    'to whom a new password is advised': {
      subject: 'Please set a new password',
      text: 'You have signed in with a password that is stored in an old form, which some other texts match as well. Please set a new password in the app.\n',
      html: '<p>You have signed in with a password that is stored in an old form, which some other texts match as well. Please set a new password in the app.</p>',
    },
  },
  'domain/accounts/proven-mail.ts': {
    'by a link': {
      subject: 'This address is confirmed as yours',
      text: `You have set the password of the account that was registered with this address, by a link that was mailed to it.
Nobody had shown before that the address is theirs: whoever registered it may have been somebody else. So the password of the account was removed, every device was signed out, and links with social networks, earlier password links, uploads and exports have ended.
Sign in with the new password.
`,
      html: '<p>You have set the password of the account that was registered with this address, by a link that was mailed to it.</p><p>Nobody had shown before that the address is theirs: whoever registered it may have been somebody else. So the password of the account was removed, every device was signed out, and links with social networks, earlier password links, uploads and exports have ended.</p><p>Sign in with the new password.</p>',
    },
    'by a network': {
      subject: 'Your account is linked with your social network',
      text: `You have signed in with your social network to the account that was registered with this address.
Nobody had shown before that the address is theirs: whoever registered it may have been somebody else. So the password of the account was removed, every device was signed out, and links with social networks, earlier password links, uploads and exports have ended.
To have a password again, ask for a new one in the app.
`,
      html: '<p>You have signed in with your social network to the account that was registered with this address.</p><p>Nobody had shown before that the address is theirs: whoever registered it may have been somebody else. So the password of the account was removed, every device was signed out, and links with social networks, earlier password links, uploads and exports have ended.</p><p>To have a password again, ask for a new one in the app.</p>',
    },
  },
  'domain/friendships/invitation-mail.ts': {
    'by name': {
      subject: 'Ann Archer invites you to run together',
      text: `Hello Bob,

Ann Archer would like to run with you and has invited you to our network of runners.
Open this page to join with this address, bob@example.com, and you will be friends. If you have registered with it in the app already, open the page all the same: it shows that the address is yours.

https://run.example/link?token=t&more=1

If you do not know this person, ignore this mail: no account was made for you.
`,
      html: '<p>Hello Bob,</p><p>Ann Archer would like to run with you and has invited you to our network of runners.</p><p>Open this page to join with this address, bob@example.com, and you will be friends. If you have registered with it in the app already, open the page all the same: it shows that the address is yours.</p><p><a href="https://run.example/link?token=t&amp;more=1">Join our network of runners</a></p><p>If you do not know this person, ignore this mail: no account was made for you.</p>',
    },
    'without names': {
      subject: 'Somebody who knows this address invites you to run together',
      text: `Hello,

Somebody who knows this address would like to run with you and has invited you to our network of runners.
Open this page to join with this address, bob@example.com, and you will be friends. If you have registered with it in the app already, open the page all the same: it shows that the address is yours.

https://run.example/link?token=t&more=1

If you do not know this person, ignore this mail: no account was made for you.
`,
      html: '<p>Hello,</p><p>Somebody who knows this address would like to run with you and has invited you to our network of runners.</p><p>Open this page to join with this address, bob@example.com, and you will be friends. If you have registered with it in the app already, open the page all the same: it shows that the address is yours.</p><p><a href="https://run.example/link?token=t&amp;more=1">Join our network of runners</a></p><p>If you do not know this person, ignore this mail: no account was made for you.</p>',
    },
  },
  'domain/reports/report-mail.ts': {
    'weekly, in miles': {
      subject: 'Your week: 7.67 mi in 3 workouts (13–19 May 2024)',
      text: `Hello Ann,

this was your week (13–19 May 2024):

Distance:           7.67 mi
Time:               1:15:23
Workouts:           3
Longest:            4.97 mi
Climb:              405 ft
Best mile:          7:00
Best 5 km:          23:20
Best 10 km:         50:00
Best half marathon: 1:50:00
Best marathon:      4:00:05

You get this mail because your preferences ask for weekly reports.
Turn them off: https://run.example/off
`,
      html: '<p>Hello Ann,</p><p>this was your week (13–19 May 2024):</p><table cellpadding="4"><tr><td>Distance</td><td align="right"><b>7.67 mi</b></td></tr><tr><td>Time</td><td align="right"><b>1:15:23</b></td></tr><tr><td>Workouts</td><td align="right"><b>3</b></td></tr><tr><td>Longest</td><td align="right"><b>4.97 mi</b></td></tr><tr><td>Climb</td><td align="right"><b>405 ft</b></td></tr><tr><td>Best mile</td><td align="right"><b>7:00</b></td></tr><tr><td>Best 5 km</td><td align="right"><b>23:20</b></td></tr><tr><td>Best 10 km</td><td align="right"><b>50:00</b></td></tr><tr><td>Best half marathon</td><td align="right"><b>1:50:00</b></td></tr><tr><td>Best marathon</td><td align="right"><b>4:00:05</b></td></tr></table><p><small>You get this mail because your preferences ask for weekly reports. <a href="https://run.example/off">Turn them off</a></small></p>',
    },
    'monthly, in kilometers, of one workout': {
      subject: 'Your month: 12.35 km in 1 workout (May 2024)',
      text: `Hello Ann,

this was your month (May 2024):

Distance: 12.35 km
Time:     25:03
Workouts: 1
Longest:  12.35 km
Climb:    1,234 m

You get this mail because your preferences ask for monthly reports.
Turn them off: https://run.example/off
`,
      html: '<p>Hello Ann,</p><p>this was your month (May 2024):</p><table cellpadding="4"><tr><td>Distance</td><td align="right"><b>12.35 km</b></td></tr><tr><td>Time</td><td align="right"><b>25:03</b></td></tr><tr><td>Workouts</td><td align="right"><b>1</b></td></tr><tr><td>Longest</td><td align="right"><b>12.35 km</b></td></tr><tr><td>Climb</td><td align="right"><b>1,234 m</b></td></tr></table><p><small>You get this mail because your preferences ask for monthly reports. <a href="https://run.example/off">Turn them off</a></small></p>',
    },
    'annual, of no workouts': {
      subject: 'Your year: no workouts (2024)',
      text: `Hello Ann,

you recorded no workouts in this year (2024).

You get this mail because your preferences ask for annual reports.
Turn them off: https://run.example/off
`,
      html: '<p>Hello Ann,</p><p>you recorded no workouts in this year (2024).</p><table cellpadding="4"></table><p><small>You get this mail because your preferences ask for annual reports. <a href="https://run.example/off">Turn them off</a></small></p>',
    },
  },
};
