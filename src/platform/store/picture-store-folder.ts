import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { PictureStore } from './picture-store.ts';

/** The folder of pictures or recordings when no other store is configured. */
export function storeFolder(dataDir: string, name: 'pictures' | 'recordings'): string {
  return dataDir === 'memory://' ? join(tmpdir(), `${name}-of-${process.pid}`) : resolve(dataDir, name);
}

/** Makes the names in a folder survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  await using opened = await open(folder, 'r');
  await opened.sync();
}

/** Stores pictures as files `ab/abcd…/feed`, with a folder for each key. A file gets its name when it is complete. */
export function folderStore(root: string): PictureStore {
  const folderOf = (key: string) => join(root, key.slice(0, 2), key);
  /** The folders `ab`, 256 at most, whose names survive a power failure. */
  const durable = new Set<string>();
  /** Synchronizes a folder and those around it, up to the one whose name is durable. @param made the outermost one that was made */
  const syncFolders = async (folder: string, made: string | undefined): Promise<void> => {
    const above = dirname(folder);
    if (made && made.length <= above.length) durable.delete(above);
    const outermost = made && made.length <= root.length ? dirname(made) : durable.has(above) ? above : root;
    for (let at = folder; ; at = dirname(at)) {
      await syncFolder(at);
      if (at.length <= outermost.length) break;
    }
    durable.add(above);
  };
  return {
    async put(key, size, bytes) {
      const folder = folderOf(key);
      const made = await mkdir(folder, { recursive: true }).catch(async (error: unknown) => {
        // On a disk that is read-only, Node says that a folder is missing.
        await access(dirname(root), constants.W_OK);
        throw error;
      });
      const unfinished = join(folder, `.${size}.${randomUUID()}`);
      try {
        await using file = await open(unfinished, 'w', 0o600);
        await file.writeFile(bytes);
        await file.datasync();
        await rename(unfinished, join(folder, size));
        // Another put may have made a folder just now, and not synchronized it yet.
        await syncFolders(folder, made);
      } catch (error) {
        // Incomplete files are removed, so that they do not keep a disk full.
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async read(key, size) {
      const file = await open(join(folderOf(key), size), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!file) return null;
      try {
        const { size: length } = await file.stat();
        return { content: file.createReadStream(), length };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    remove: (key) => rm(folderOf(key), { recursive: true, force: true }),
  };
}
