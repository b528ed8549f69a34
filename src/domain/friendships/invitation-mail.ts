import { html } from '../../platform/html.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { mailableName } from './mailable-name.ts';

/** The content of the mail and its link. */
interface InvitationMail {
  to: string;
  /** The name that the inviter has given, or an empty text. */
  name: string;
  inviterName: string;
  link: string;
  expires: Date;
}

/**
 * The mail that invites a person without an account (decisions R15, N22). Names are entered by users and therefore
 * plain text.
 */
export function invitationMail({ to, name, inviterName, link, expires }: InvitationMail): Mail {
  const called = mailableName(name, '');
  const greeting = called === '' ? 'Hello,' : `Hello ${called},`;
  const inviter = mailableName(inviterName, 'Somebody who knows this address');
  const before = [
    `${inviter} would like to run with you and has invited you to our network of runners.`,
    `Open this page to join with this address, ${to}, and you will be friends. If you have registered with it in the app already, open the page all the same: it shows that the address is yours.`,
  ];
  const after = 'If you do not know this person, ignore this mail: no account was made for you.';
  return {
    to,
    expires: expires.toISOString(),
    subject: `${inviter} invites you to run together`,
    text: [greeting, '', ...before, '', link, '', after, ''].join('\n'),
    html: [
      ...[greeting, ...before].map((sentence) => html`<p>${sentence}</p>`.text),
      html`<p><a href="${link}">Join our network of runners</a></p>`.text,
      html`<p>${after}</p>`.text,
    ].join(''),
  };
}
