import type { Mail } from '../../platform/mail/mail.ts';

/** Tells the owner of an address that signing in with a social network has ended every other way into the account. */
export function claimedMail(to: string): Mail {
  const sentences = [
    'You have signed in with your social network to the account that was registered with this address.',
    'Nobody had shown before that the address is theirs, so the password of the account was removed and every device was signed out: whoever registered it may have been somebody else.',
    'To have a password again, ask for a new one in the app.',
  ];
  return {
    to,
    subject: 'Your account is linked with your social network',
    text: `${sentences.join('\n')}\n`,
    html: sentences.map((sentence) => `<p>${sentence}</p>`).join(''),
  };
}
