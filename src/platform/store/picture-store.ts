import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { folderStore, pictureFolder } from './picture-store-folder.ts';
import { s3Store } from './picture-store-s3.ts';

/** A stored file, to be sent on. */
interface StoredFile {
  content: Readable;
  /** Bytes. */
  length: number;
}

/**
 * Where the bytes of pictures lie. A key is 32 hexadecimal digits, made anew for each upload; under it lie the sizes of
 * one picture, by name. What is stored never changes.
 */
export interface PictureStore {
  /** Resolves when the file is safely stored. The same file may be stored twice. */
  put(key: string, size: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Null when there is none. */
  read(key: string, size: string): Promise<StoredFile | null>;
  /** Removes the sizes under a key; those that are not there count as removed. */
  remove(key: string, sizes: readonly string[]): Promise<void>;
}

/** Files in the data folder, or an S3-compatible service when one is configured. */
export function makePictureStore(config: Pick<Config, 'dataDir' | 'storage'>): PictureStore {
  return config.storage ? s3Store(config.storage) : folderStore(pictureFolder(config.dataDir));
}
