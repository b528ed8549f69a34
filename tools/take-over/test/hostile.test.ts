/** Archives and folders that would do harm are refused with a sentence, and leave nothing behind. Damaged files are faults. */
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Header } from 'tar';
import { ZipFile } from 'yazl';
import { openBundle } from '../bundle/open.ts';
import { BundleRefused, mostEntries, mostInflated } from '../../../src/platform/archives/refused.ts';
import { Unpacker } from '../../../src/platform/archives/unpack.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { checked, manifest, person, tarOf, writeBundle, zipOf } from './bundle-maker.ts';

const [root, remove] = await newFolder();
afterAll(remove);
const temporary = join(root, 'temporary');
await mkdir(temporary);
let files = 0;
const newPath = (end: string) => join(root, `${++files}${end}`);

/** The sentence with which a bundle is refused. */
async function refusalOf(path: string): Promise<string> {
  try {
    await (await openBundle(path, temporary)).close();
    return 'It was opened.';
  } catch (error) {
    expect(error).toBeInstanceOf(BundleRefused);
    return (error as Error).message;
  } finally {
    expect(await readdir(temporary)).toEqual([]);
  }
}

type Entry = { path: string; type?: 'File' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'FIFO'; linkpath?: string };

/** A tar with the entries, each of which is empty. */
async function rawTar(entries: readonly Entry[]): Promise<string> {
  const blocks = entries.map((entry) => {
    const header = new Header({ mode: 0o644, size: 0, type: 'File', ...entry });
    header.encode();
    return header.block!;
  });
  const path = newPath('.tar');
  await writeFile(path, Buffer.concat([...blocks, Buffer.alloc(1024)]));
  return path;
}

/** A zip with one entry, whose name is replaced by another of the same length. */
async function rawZip(name: string, mode = 0o100644): Promise<string> {
  const zip = new ZipFile();
  const written = 'x'.repeat(name.length);
  zip.addBuffer(Buffer.from('content'), written, { mode });
  zip.end();
  const path = newPath('.zip');
  await pipeline(zip.outputStream, createWriteStream(path));
  const bytes = await readFile(path, 'latin1');
  await writeFile(path, bytes.replaceAll(written, name), 'latin1');
  return path;
}

describe('an archive is refused', () => {
  test.each<[what: string, entries: Entry[], sentence: RegExp]>([
    [
      'a path that leads out',
      [{ path: '../a' }],
      /^"\.\.\/a"|^\.\.\/a: the name of an entry must not lead out of the bundle\.$/,
    ],
    ['a path that leads out later', [{ path: 'files/../../a' }], /must not lead out/],
    ['an absolute path', [{ path: '/etc/a' }], /must not be an absolute path/],
    ['a path with a drive', [{ path: 'c:/a' }], /must not be an absolute path/],
    ['a symbolic link', [{ path: 'a', type: 'SymbolicLink', linkpath: '/etc/passwd' }], /a link or a device/],
    ['a hard link', [{ path: 'a', type: 'Link', linkpath: 'b' }], /a link or a device/],
    ['a device', [{ path: 'a', type: 'CharacterDevice' }], /a link or a device/],
    ['a pipe', [{ path: 'a', type: 'FIFO' }], /a link or a device/],
    ['an entry twice', [{ path: 'a' }, { path: './a' }], /the archive has it twice/],
    ['a file in the place of a folder', [{ path: 'a' }, { path: 'a/b' }], /another entry in its place/],
    ['a long name', [{ path: 'a'.repeat(99) }, { path: `${'b/'.repeat(40)}${'c'.repeat(15)}` }], /It was opened/],
  ])('as a tar with %s', async (_what, entries, sentence) => {
    expect(await refusalOf(await rawTar(entries))).toMatch(sentence);
  });

  test.each<[what: string, name: string, mode: number | undefined, sentence: RegExp]>([
    ['a path that leads out', '../../a', undefined, /invalid relative path/],
    ['an absolute path', '/etc/a', undefined, /absolute path/],
    ['a path with a drive', 'c:/a', undefined, /absolute path/],
    ['backslashes that lead out', '..\\a', undefined, /invalid relative path/],
    ['a control character', 'a\u0007b', undefined, /control characters/],
    ['a symbolic link', 'link', 0o120777, /a link or a device/],
    ['a plain file', 'files', undefined, /It was opened/],
  ])('as a zip with %s', async (_what, name, mode, sentence) => {
    expect(await refusalOf(await rawZip(name, mode))).toMatch(sentence);
  });

  test('that inflates to more than a hundred times its size', async () => {
    const folder = await writeBundle(newPath(''), {});
    await writeFile(join(folder, 'users.jsonl'), Buffer.alloc(100 * 2 ** 20));
    const sentence = 'The archive inflates to more than a hundred times its size, so it is not read.';
    expect(await refusalOf(await zipOf(folder, newPath('.zip')))).toBe(sentence);
    expect(await refusalOf(await tarOf(folder, newPath('.tar.gz'), true))).toBe(sentence);
  });

  test('that is compressed twice', async () => {
    const folder = await writeBundle(newPath(''), { users: [person(1)] });
    const twice = newPath('.tar.gz');
    await writeFile(twice, gzipSync(await readFile(await tarOf(folder, newPath('.tar.gz'), true))));
    expect(await refusalOf(twice)).toBe('The archive is compressed twice: compress it once.');
  });

  test('with a million entries and one more', async () => {
    const unpacker = new Unpacker(temporary, 0);
    const entry = { name: '.', kind: 'folder', open: async () => [] as never } as const;
    for (let i = 0; i < mostEntries; i++) await unpacker.add(entry);
    await expect(unpacker.add(entry)).rejects.toThrow('The archive has more than 1000000 entries.');
  });

  test('that is damaged, cut off, or none', async () => {
    const folder = await writeBundle(newPath(''), { users: Array.from({ length: 2000 }, (_, i) => person(i + 1)) });
    const [zip, tar, tgz] = [newPath('.zip'), newPath('.tar'), newPath('.tgz')];
    await Promise.all([zipOf(folder, zip), tarOf(folder, tar), tarOf(folder, tgz, true)]);
    for (const path of [zip, tar, tgz]) {
      await truncate(path, Math.floor((await readFile(path)).length / 2));
      expect(await refusalOf(path)).toMatch(/^The archive cannot be read: .+\.$/);
    }
    const text = newPath('.txt');
    await writeFile(text, 'Hello');
    expect(await refusalOf(text)).toMatch(/this is no folder, zip, tar or tar\.gz\.$/);
    expect(await refusalOf(newPath('.zip'))).toMatch(/there is no such file or folder\.$/);
    const other = newPath('.gz');
    await writeFile(other, gzipSync('Hello'));
    expect(await refusalOf(other)).toMatch(/^The archive cannot be read: .+\.$/);
  });
});

describe('a folder', () => {
  test('with a link, or with a file in both forms, is refused', async () => {
    const linked = await writeBundle(newPath(''), {});
    await symlink('/etc', join(linked, 'files/etc'));
    expect(await refusalOf(linked)).toMatch(/^etc: the folder has a link or a device/);
    const both = await writeBundle(newPath(''), { users: [person(1)] });
    await writeBundle(both, { users: [person(1)] }, { gzip: true });
    expect(await refusalOf(both)).toBe('The bundle has both users.jsonl and users.jsonl.gz: remove one of them.');
  });
});

describe('a file of records', () => {
  const faultsIn = async (bytes: Buffer, name: string) => {
    const folder = await writeBundle(newPath(''), {}, { says: manifest });
    await writeFile(join(folder, name), bytes);
    const { result, found } = await checked(folder);
    expect(result.files.get('users')?.faulty).toBe(found.length);
    return found.map(({ line, sentence }) => `${line} ${sentence}`);
  };
  const good = `${JSON.stringify(person(1))}\n`;

  test('that is cut off or damaged has a fault where it ends', async () => {
    const packed = gzipSync(good.repeat(100), { level: 0 });
    const found = await faultsIn(packed.subarray(0, packed.length - 4), 'users.jsonl.gz');
    expect(found.at(-1)).toBe('101 is where the file is damaged, or ends too early');
    expect(await faultsIn(Buffer.from(good), 'users.jsonl.gz')).toEqual([
      '1 is where the file is damaged, or ends too early',
    ]);
  });

  test('that inflates without end has a fault', async () => {
    const packed = gzipSync(Buffer.alloc(mostInflated(0) * 2, 'x'));
    const found = await faultsIn(packed, 'users.jsonl.gz');
    expect(found).toEqual([expect.stringMatching(/^\d+ inflates to more than a hundred times its size$/)]);
  });

  test('with a line of more than 64 MiB has a fault, and is read on', async () => {
    const long = Buffer.alloc(64 * 2 ** 20 + 1, 'x');
    expect(await faultsIn(Buffer.concat([Buffer.from(good), long, Buffer.from('\n5\n'), long]), 'users.jsonl')).toEqual(
      ['2 is longer than 67108864 bytes', expect.stringMatching(/^3 is no record/), '4 is longer than 67108864 bytes'],
    );
  });

  test('with deep or very many values has a fault', async () => {
    const deep = `{"id":${'['.repeat(1e6)}\n`;
    const many = `{"id":[${'0,'.repeat(2e6)}0]}\n`;
    expect(await faultsIn(Buffer.from(deep + many), 'users.jsonl')).toEqual([
      expect.stringMatching(/^1 is /),
      expect.stringMatching(/^2 has more than 1500000 values$/),
    ]);
  });
});
