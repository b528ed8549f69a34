import { html } from '../../platform/html.ts';
import type { Mail } from '../../platform/mail/mail.ts';

/** The mail that invites somebody without an account (decisions R15). Names come from users: they are plain text. */
export function invitationMail(to: string, name: string, inviterName: string): Mail {
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`;
  const sentences = [
    `${inviterName} would like to run with you and has invited you to our network of runners.`,
    `Register with this address, ${to}, and you will be friends at once.`,
    'If you do not know this person, ignore this mail: no account was made for you.',
  ];
  return {
    to,
    subject: `${inviterName} invites you to run together`,
    text: [greeting, '', ...sentences, ''].join('\n'),
    html: [greeting, ...sentences].map((sentence) => html`<p>${sentence}</p>`.text).join(''),
  };
}
