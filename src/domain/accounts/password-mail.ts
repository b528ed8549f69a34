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

/** Asks for a new password after a sign-in with one that was taken over in a form that does not tell it from all others (decisions Q12). */
export function newPasswordMail(to: string): Mail {
  const text =
    'You have signed in with a password that is stored in an old form, which some other texts match as well. Please set a new password in the app.';
  return { to, subject: 'Please set a new password', text: `${text}\n`, html: `<p>${text}</p>` };
}
