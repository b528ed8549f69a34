/** An archive of a million entries, by itself or in another one, is refused before anything of it is unpacked. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ArchiveUnpacker, InnerUnpacker } from '../../src/domain/leaving/my-data/archive-unpacker.ts';
import { unpackZip } from '../../src/platform/archives/unpack-zip.ts';
import { crowded } from './crowded-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crowded-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a hundred entries are unpacked, and nothing of a million', async () => {
  const path = join(folder, 'archive.zip');
  await writeFile(path, crowded(100));
  const unpacker = new ArchiveUnpacker(folder, 1 << 20);
  await unpackZip(path, unpacker);
  expect(await readdir(folder)).toHaveLength(101);
  await writeFile(path, crowded(1_000_000));
  const sentence = 'The archive has more than 200000 files.';
  await expect(unpackZip(path, unpacker)).rejects.toThrow(sentence);
  await expect(unpackZip(path, new InnerUnpacker(join(folder, 'inner'), unpacker))).rejects.toThrow(sentence);
  expect(await readdir(folder)).toHaveLength(101);
});
