import { Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import type { Integrations } from '../../../platform/integrations.ts';
import { originalName } from './store-originals.ts';

/** Where an original is: its compressed content, or its key in the store. */
export interface FileLocation {
  content: Uint8Array | null;
  key: string | null;
}

/** The bytes of an original as they were sent, or null if the store does not have it. The stream must be read or destroyed. */
export async function readOriginal(
  { recordings }: Pick<Integrations, 'recordings'>,
  { content, key }: FileLocation,
): Promise<Readable | null> {
  const compressed = content
    ? Readable.from([content], { objectMode: false })
    : key === null
      ? null
      : ((await recordings.read(key, originalName))?.content ?? null);
  if (!compressed) return null;
  const bytes = createZstdDecompress();
  compressed.on('error', (error) => bytes.destroy(error));
  bytes.on('close', () => compressed.destroy());
  return compressed.pipe(bytes);
}
