import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailFolder } from '../../src/platform/mail/eml.ts';
import { until } from '../mail/patience.ts';
import type { TestService } from './service.ts';

/** The mails to an address that were written as files, oldest first, decoded; waits until there are `count`. */
export async function mailsTo(service: TestService, email: string, count: number): Promise<string[]> {
  const folder = mailFolder(service.dataDir);
  const names = async () =>
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.eml') && name.includes(`_${email}_`))
      .sort();
  await until(async () => (await names()).length >= count, `${count} mails to ${email}`);
  const sources = await Promise.all((await names()).map((name) => readFile(join(folder, name), 'utf8')));
  return sources.map(decoded);
}

/** Quoted-printable taken back, so that links are whole. */
export function decoded(source: string): string {
  const bytes = source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
