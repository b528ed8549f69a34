import type { Mail } from '../../platform/mail/mail.ts';

/** How an address was proven: by a link that was mailed to it, or by a network that has verified it. */
export type Proof = 'link' | 'network';

/** Informs the owner of an address that its proof has ended all other access to the account (decisions N21). */
export function provenMail(to: string, proof: Proof): Mail {
  const network = proof === 'network';
  const sentences = [
    network
      ? 'You have signed in with your social network to the account that was registered with this address.'
      : 'You have set the password of the account that was registered with this address, by a link that was mailed to it.',
    'Nobody had shown before that the address is theirs: whoever registered it may have been somebody else. So the password of the account was removed, every device was signed out, and links with social networks, earlier password links, uploads and exports have ended.',
    network ? 'To have a password again, ask for a new one in the app.' : 'Sign in with the new password.',
  ];
  return {
    to,
    subject: network ? 'Your account is linked with your social network' : 'This address is confirmed as yours',
    text: `${sentences.join('\n')}\n`,
    html: sentences.map((sentence) => `<p>${sentence}</p>`).join(''),
  };
}
