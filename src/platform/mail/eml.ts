import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { message } from './message.ts';
import type { Delivery, QueuedMail } from './message.ts';

/** Where mails are written when no SMTP server is configured. */
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

/** Deletes the mails to an address (any case), finished or not. */
export async function eraseFromFolder(folder: string, to: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const afterTime = `_${recipientName(to)}_`.toLowerCase();
  const theirs = names.filter((name) => name.slice(name.indexOf('_')).toLowerCase().startsWith(afterTime));
  await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
}

/** Delivers into a folder, one RFC 5322 file a mail. A file is complete as soon as it has its name. */
export function deliverToFolder(folder: string, from: string): Delivery {
  return async (id, mail) => {
    // Loaded with the first mail.
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
    // Mails hold links that sign in: not for other users of the machine.
    await using file = await open(unfinished, 'w', 0o600);
    await file.writeFile(sent.message as Buffer);
    await file.datasync();
    await rename(unfinished, join(folder, name));
  };
}
