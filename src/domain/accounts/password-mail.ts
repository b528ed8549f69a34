import type { Mail } from '../../platform/mail/mail.ts';

/** The mail with a link that sets a new password and is valid until it expires (decisions A7). */
export function passwordMail(to: string, link: string, expires: Date): Mail {
  const sentences = [
    'Somebody asked to set a new password for your account.',
    'If that was you, open this page within an hour:',
    'If it was not you, ignore this mail: nothing has changed.',
  ] as const;
  return {
    to,
    expires: expires.toISOString(),
    subject: 'Set a new password',
    text: `${sentences[0]}\n${sentences[1]}\n\n${link}\n\n${sentences[2]}\n`,
    html: `<p>${sentences[0]}</p><p>${sentences[1]} <a href="${link}">set a new password</a></p><p>${sentences[2]}</p>`,
  };
}
