import type { Mail } from './mail.ts';

/** A mail as its job keeps it. */
export interface QueuedMail extends Mail {
  /** ISO 8601. */
  queuedAt: string;
}

/** Takes a mail to where it goes; rejects when it didn't get there and should be tried again. */
export type Delivery = (id: string, mail: QueuedMail) => Promise<void>;

/** One bare address: nothing that could end the header, add a second recipient or a display name. */
const address = /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u;

/**
 * The mail ready to be queued. A subject may quote what people wrote, so its control characters become spaces.
 * @throws Error when the recipient is not exactly one address.
 */
export function queuedMail(mail: Mail, now: Date): QueuedMail {
  if (!address.test(mail.to)) throw new Error('A mail goes to exactly one address');
  return { ...mail, subject: mail.subject.replace(/\p{Cc}+/gu, ' ').trim(), queuedAt: now.toISOString() };
}

/** The message of a mail, the same each time it is made. */
export function message(id: string, mail: QueuedMail, from: string) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    date: new Date(mail.queuedAt),
    messageId: `<${id}@${domain}>`,
    baseBoundary: id,
    headers: { 'Auto-Submitted': 'auto-generated', ...expiring(mail), ...unsubscribing(mail) },
    text: mail.text,
    html: mail.html,
  };
}

/** When the message is of no use any more (RFC 4021, 2.1.50). */
function expiring({ expires }: QueuedMail): Record<string, string> {
  return expires === undefined ? {} : { Expires: new Date(expires).toUTCString() };
}

/** What lets mail programs show a button of their own that turns such mails off. */
function unsubscribing({ unsubscribe }: QueuedMail): Record<string, string> {
  if (!unsubscribe) return {};
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
