import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imagePrefix, migrationsDigest } from './prepared-image.ts';
import { newFolder, startReady } from './started-process.ts';

const hour = 3_600_000;

/**
 * A new folder for a service, which contains the demo data that another one made within this hour; the returned function
 * deletes it. A start on it takes half the time of a first start, which `newFolder` is for.
 */
export async function demoFolder(): Promise<[folder: string, remove: () => Promise<void>]> {
  const [folder, remove] = await newFolder();
  await cp(await demoImage(), folder, { recursive: true });
  return [folder, remove];
}

/** The folder that the others are copies of. It is made again every hour, and when the demo data or the migrations change. */
export async function demoImage(): Promise<string> {
  const image = join(tmpdir(), `${imagePrefix}demo-${await demoDigest()}-${Math.floor(Date.now() / hour)}`);
  if (await exists(image)) return image;
  const unfinished = await mkdtemp(join(tmpdir(), `${imagePrefix}unfinished-`));
  const service = await startReady(unfinished, { LOG_LEVEL: 'error' });
  service.kill('SIGTERM');
  await service.ended;
  // Whole or not at all; whoever comes second keeps what is there.
  await rename(unfinished, image).catch(async (error: unknown) => {
    if (!(await exists(image))) throw error;
  });
  await rm(unfinished, { recursive: true, force: true });
  return image;
}

async function demoDigest(): Promise<string> {
  const folder = new URL('../../src/demo/', import.meta.url);
  const digest = createHash('sha256').update(await migrationsDigest());
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.js')).sort())
    digest.update(await readFile(new URL(name, folder)));
  return digest.digest('hex').slice(0, 16);
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
