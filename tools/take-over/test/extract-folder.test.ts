/** The folder that `npx runners take-over extract` writes to, and the pictures and GPX files that it copies. */
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { copyFiles } from '../extract/copy-files.ts';
import { folderOfFiles } from '../extract/folder-of-files.ts';
import { beginBundle } from '../extract/unfinished-bundle.ts';

const root = await mkdtemp(join(tmpdir(), 'runners-extract-'));
let [folder, count] = ['', 0];
beforeEach(async () => {
  folder = join(root, String(count++));
  await mkdir(folder);
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

describe('the folder of a bundle', () => {
  test('has no file with its name before all are written, and the manifest last', async () => {
    const to = join(folder, 'a/b');
    const bundle = await beginBundle(to);
    await writeFile(bundle.linesPath('users'), '{}\n');
    await mkdir(bundle.filesPath);
    expect((await readdir(to)).sort()).toEqual(['files.part', 'manifest.json.part', 'users.jsonl.part']);
    await bundle.finish({ format: 1 }, ['users']);
    expect((await readdir(to)).sort()).toEqual(['files', 'manifest.json', 'users.jsonl']);
    expect(JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8'))).toEqual({ format: 1 });
    await expect(beginBundle(to)).rejects.toThrow(/has something in it \((files|manifest\.json)\)/);
  });

  test('is removed with what it has, if it was made', async () => {
    const bundle = await beginBundle(join(folder, 'new'));
    await writeFile(bundle.linesPath('users'), '');
    await bundle.discard();
    expect(await readdir(folder)).toEqual([]);
    const empty = await beginBundle(folder);
    await empty.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['users.jsonl.part', 'manifest.json.part'],
    ['users.jsonl', 'posts.jsonl.part', 'files.part/a.jpg', 'manifest.json.part'],
  ])('is taken over from an extract that was interrupted (%s)', async (...left: string[]) => {
    for (const path of left) await put(path, 'half');
    const bundle = await beginBundle(folder);
    await bundle.finish({}, []);
    expect(await readdir(folder)).toEqual(['manifest.json']);
  });

  test.each([['notes.txt'], ['users.jsonl'], ['notes.txt', 'manifest.json.part']])(
    'is refused with something else in it (%s)',
    async (...left: string[]) => {
      for (const path of left) await put(path, 'mine');
      await expect(beginBundle(folder)).rejects.toThrow(`${folder} has something in it (${left[0]})`);
      expect((await readdir(folder)).sort()).toEqual(left.sort());
    },
  );

  test('is refused where a file is', async () => {
    await put('bundle', 'a file');
    await expect(beginBundle(join(folder, 'bundle'))).rejects.toThrow(/--to: .*bundle cannot be used \(EEXIST\)/);
  });
});

describe('files that rows name', () => {
  test('are copied with their folders, once, and never from outside', async () => {
    await put('media/pictures/a.jpg', 'a');
    await put('media/b c.gpx', 'b');
    await put('secret.txt', 'secret');
    await symlink(join(folder, 'secret.txt'), join(folder, 'media/link.jpg'));
    await symlink(folder, join(folder, 'media/out'));
    await symlink(join(folder, 'media/b c.gpx'), join(folder, 'media/within.gpx'));
    const names = [
      'pictures/a.jpg',
      'b c.gpx',
      'pictures/a.jpg',
      'within.gpx',
      'none.jpg',
      '../secret.txt',
      'pictures/../../secret.txt',
      join(folder, 'secret.txt'),
      'link.jpg',
      'out/secret.txt',
      'pictures',
      './b c.gpx',
      'a\0b',
      '..\\secret.txt',
    ];
    await put('names', names.map((name) => `${JSON.stringify(`files/${name}`)}\n`).join(''));
    const left: Record<string, string> = {};
    const from = await folderOfFiles(join(folder, 'media'));
    const counts = await copyFiles(from, join(folder, 'files'), join(folder, 'names'), (name, reason) => {
      left[name] = reason;
    });
    expect(left).toEqual({
      'none.jpg': 'there is no such file',
      '../secret.txt': 'its name leads out of the folder',
      'pictures/../../secret.txt': 'its name leads out of the folder',
      [join(folder, 'secret.txt')]: 'its name leads out of the folder',
      'link.jpg': 'a link leads out of the folder',
      'out/secret.txt': 'a link leads out of the folder',
      pictures: 'it is not a file',
      './b c.gpx': 'its name leads out of the folder',
      'a\0b': 'its name leads out of the folder',
      '..\\secret.txt': 'its name leads out of the folder',
    });
    expect(counts).toEqual({ copied: 3, left: 10 });
    expect(await readFile(join(folder, 'files/pictures/a.jpg'), 'utf8')).toBe('a');
    expect(await readFile(join(folder, 'files/within.gpx'), 'utf8')).toBe('b');
    await expect(access(join(folder, 'files/link.jpg'))).rejects.toThrow('ENOENT');
  });

  test('need a folder', async () => {
    await put('file', '');
    for (const name of ['none', 'file'])
      await expect(folderOfFiles(join(folder, name))).rejects.toThrow(`--files: there is no folder ${folder}/${name}`);
  });
});
