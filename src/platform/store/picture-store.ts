import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { folderStore, storeFolder } from './picture-store-folder.ts';
import { s3Store } from './picture-store-s3.ts';

/** A stored file, as a stream. */
interface StoredFile {
  content: Readable;
  /** The size in bytes. */
  length: number;
}

/**
 * A store for the bytes of pictures, or of recordings. A key is 32 hexadecimal digits, new for each upload, and contains
 * the sizes of one picture by name, or one recording. Stored files never change.
 */
export interface PictureStore {
  /** Stores a file, and resolves when it is safely stored. The same file may be stored twice. */
  put(key: string, size: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Reads a file; null when there is none. */
  read(key: string, size: string): Promise<StoredFile | null>;
  /** Removes all sizes of a key. Files that do not exist count as removed. */
  remove(key: string, sizes: readonly string[]): Promise<void>;
}

/** Uses files in the data folder, or an S3-compatible service if one is configured. */
export function makePictureStore(config: Pick<Config, 'dataDir' | 'storage'>): PictureStore {
  return config.storage ? s3Store(config.storage) : folderStore(storeFolder(config.dataDir, 'pictures'));
}

/** The store of uploaded recordings: beside the pictures, under a prefix of its own. */
export function makeRecordingStore({ storage, dataDir }: Pick<Config, 'dataDir' | 'storage'>): PictureStore {
  if (!storage) return folderStore(storeFolder(dataDir, 'recordings'));
  return s3Store({ ...storage, prefix: `${storage.prefix}recordings/` });
}
