/** If a disk is full, requests are answered with 507, and no incomplete data remains. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { as, newPerson, nobody } from '../../../../test/support/cast.ts';
import { noise } from '../../../../test/pictures/images.ts';
import { send } from '../../../../test/pictures/sending.ts';
import { preparedDatabase } from '../../../../test/support/prepared-database.ts';
import { newFolder, printedValue, startProcess } from '../../../../test/support/started-process.ts';
import type { StartedProcess } from '../../../../test/support/started-process.ts';
import { record } from '../../../../test/support/workouts.ts';

const diskBytes = 4 * 1024 * 1024;

/** Mounts a disk of four megabytes. The result is null if this is not possible. */
async function smallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
}

const database = process.env['TEST_DATABASE_URL'] ? await preparedDatabase() : null;
const disk = database ? await smallDisk() : null;
if (!database) process.stderr.write('a full disk: skipped, TEST_DATABASE_URL is not set\n');
else if (!disk) process.stderr.write('a full disk: skipped, no file system can be mounted here\n');
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean();
  if (disk) execFileSync('umount', ['-l', disk]);
  if (disk) await rm(disk, { recursive: true, force: true });
  await database?.remove();
});

async function started(environment: Record<string, string>): Promise<{ process: StartedProcess; url: string }> {
  const [folder, remove] = await newFolder();
  const service = startProcess(folder, { ...database?.environment, DATA_DIR: folder, ...environment });
  await service.prints('REST base');
  cleanUp.push(async () => {
    service.kill('SIGTERM');
    await service.ended;
    await remove();
  });
  return { process: service, url: new URL(printedValue(service.stdout(), 'REST base')).origin };
}

(disk ? describe : describe.skip)('on a disk that is full', () => {
  const filler = join(disk ?? '', 'filler');

  test.each(['TMPDIR', 'DATA_DIR'])(
    'of %s a picture is refused, leaves nothing, and is accepted later',
    async (name) => {
      const { url } = await started({ [name]: disk ?? '' });
      const ann = await newPerson({ url }, 'Ann', name);
      const { post } = await record(ann);
      const readyz = () => nobody({ url }).sendTo('GET', '/readyz');
      expect((await readyz()).status).toBe(200);
      const picture = await noise(900, 900).jpeg().toBuffer();
      await writeFile(filler, Buffer.alloc(diskBytes - 64 * 1024));
      const before = await files();
      const refused = await send(ann, post, picture);
      expect([refused.status, refused.text]).toEqual([
        507,
        'There is no room to store this right now; try again later.',
      ]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await files()).toEqual(before);
      expect(await readyz()).toMatchObject({ status: 503, text: 'not ready\nthe disk is full\n' });
      expect((await as(ann).get('/me/')).status).toBe(200);
      await rm(filler);
      expect((await send(ann, post, picture)).status).toBe(201);
    },
  );

  test('of DATA_DIR, the embedded database does not start, and a sentence says why', async () => {
    const service = startProcess(disk ?? '');
    expect(await service.ended).toBe(1);
    expect(service.stderr()).toMatch(/^DATA_DIR: .* has no room$/m);
    for (const name of await readdir(disk ?? '')) await rm(join(disk ?? '', name), { recursive: true });
  });

  test('a folder on a disk that is read-only takes no picture, and no embedded database', async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk ?? '']);
    const { url } = await started({ DATA_DIR: disk ?? '' });
    const ann = await newPerson({ url }, 'Ann', 'Archer');
    const { post } = await record(ann);
    expect((await send(ann, post, await noise(90, 90).jpeg().toBuffer())).status).toBe(507);
    const embedded = startProcess(disk ?? '');
    expect(await embedded.ended).toBe(1);
    expect(embedded.stderr()).toMatch(/^DATA_DIR: .* cannot be written to \(EROFS\)$/m);
    execFileSync('mount', ['-o', 'remount,rw', disk ?? '']);
  });
});

/** Lists the files on the disk. */
async function files(): Promise<string[]> {
  const entries = await readdir(disk ?? '', { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
