import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { message } from './message.ts';
import type { Delivery, QueuedMail } from './message.ts';

/** The folder of mails when no SMTP server is configured. */
export function mailFolder(dataDir: string): string {
  return dataDir === 'memory://' ? join(tmpdir(), `mail-of-${process.pid}`) : resolve(dataDir, 'mail');
}

/** `2026-11-21T10-15-00.000Z_ann@example.com_1f0c2a7b.eml`: sorts by time, and a second attempt has the same name. */
function fileName(id: string, mail: QueuedMail): string {
  return `${mail.queuedAt.replaceAll(':', '-')}_${recipientName(mail.to)}_${id.slice(0, 8)}.eml`;
}

function recipientName(to: string): string {
  return to.replace(/[^\w.@+-]/g, '_').slice(0, 80);
}

/** Deletes the mails to an address (in upper or lower case), complete or not. */
export async function eraseFromFolder(folder: string, to: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const afterTime = `_${recipientName(to)}_`.toLowerCase();
  const theirs = names.filter((name) => name.slice(name.indexOf('_')).toLowerCase().startsWith(afterTime));
  await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
}

/** How long a mail is kept in the folder, in milliseconds: as long as the link of an invitation works. */
const longestKept = 30 * 24 * 60 * 60 * 1000;
/** The number of bytes of a file that contain its headers. */
const headerBytes = 4096;

/** Deletes mails whose links have expired (header `Expires`), old mails, and incomplete files. */
export async function sweepFolder(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const written = Date.parse(name.replace(/^\.?([^T]+)T(\d\d)-(\d\d)-([^_]+)_.*$/, '$1T$2:$3:$4'));
    const ends = Math.min(written + longestKept, await expiryOf(join(folder, name)));
    if (ends <= now.getTime()) await rm(join(folder, name), { force: true });
  }
}

/**
 * When the link of a mail expires, in milliseconds since 1970; Infinity if it has no link or the file does not exist.
 */
async function expiryOf(path: string): Promise<number> {
  const file = await open(path).catch(() => undefined);
  if (!file) return Infinity;
  await using closing = file;
  const { buffer, bytesRead } = await closing.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
  const headers = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n', 1)[0] ?? '';
  const expires = /^Expires: (.+)$/im.exec(headers)?.[1];
  return expires === undefined ? Infinity : Date.parse(expires);
}

/** Delivers mails into a folder, each as an RFC 5322 file. A file gets its name when it is complete. */
export function deliverToFolder(folder: string, from: string): Delivery {
  return async (id, mail) => {
    // The module is loaded with the first mail.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const sent = await transport.sendMail(message(id, mail, from));
    const name = fileName(id, mail);
    const unfinished = join(folder, `.${name}.part`);
    await mkdir(folder, { recursive: true });
    // Mails contain links that sign in, so other users of the machine may not read them.
    await using file = await open(unfinished, 'w', 0o600);
    await file.writeFile(sent.message as Buffer);
    await file.datasync();
    await rename(unfinished, join(folder, name));
  };
}
