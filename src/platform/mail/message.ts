import type { Mail } from './mail.ts';

/** A mail as it is stored in its job. */
export interface QueuedMail extends Mail {
  /** ISO 8601. */
  queuedAt: string;
}

/** Delivers a mail; rejects when the delivery failed and should be repeated. */
export type Delivery = (id: string, mail: QueuedMail) => Promise<void>;

/** A single address without anything that could end the header or add a second recipient or a display name. */
const address = /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u;

/**
 * Makes the mail to be queued. Control characters in the subject become spaces, because a subject may quote what users
 * wrote.
 * @throws Error when the recipient is not exactly one address
 */
export function queuedMail(mail: Mail, now: Date): QueuedMail {
  if (!address.test(mail.to)) throw new Error('A mail goes to exactly one address');
  return { ...mail, subject: mail.subject.replace(/\p{Cc}+/gu, ' ').trim(), queuedAt: now.toISOString() };
}

/** Makes the message of a mail, which is the same each time. */
export function message(id: string, mail: QueuedMail, from: string) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: mail.to },
    subject: encodedWords(mail.subject),
    date: new Date(mail.queuedAt),
    messageId: `<${id}@${domain}>`,
    baseBoundary: id,
    headers: { 'Auto-Submitted': 'auto-generated', ...expiring(mail), ...unsubscribing(mail) },
    text: mail.text,
    html: mail.html,
  };
}

/** The largest number of bytes of one encoded word, which has at most 75 characters in base64 (RFC 2047, section 2). */
const wordBytes = 45;

/**
 * Encodes a subject that contains the beginning of an encoded word, which may have been typed by a user, and which mail programs
 * would decode. The library encodes all others by itself.
 */
function encodedWords(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const words: string[] = [''];
  for (const letter of subject) {
    const word = words.at(-1) + letter;
    if (Buffer.byteLength(word) > wordBytes) words.push(letter);
    else words[words.length - 1] = word;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** When the message becomes useless (RFC 4021, 2.1.50). */
function expiring({ expires }: QueuedMail): Record<string, string> {
  return expires === undefined ? {} : { Expires: new Date(expires).toUTCString() };
}

/** Headers that let mail programs show a button to unsubscribe. */
function unsubscribing({ unsubscribe }: QueuedMail): Record<string, string> {
  if (!unsubscribe) return {};
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
