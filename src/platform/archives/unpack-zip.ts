import type { Entry } from 'yauzl';
import { openPromise } from 'yauzl';
import { quoted } from './file-name.ts';
import { BundleRefused } from './refused.ts';
import type { PackedEntry, Unpacker } from './unpack.ts';

/** Bits of the mode of a file in Unix, which zip keeps in the upper half of the attributes. */
const kindMask = 0xf000;
const plainKinds = [0, 0x8000];
const folderKind = 0x4000;

/** Unpacks a zip. @throws BundleRefused as `Unpacker`, and for a damaged or encrypted archive */
export async function unpackZip(path: string, unpacker: Unpacker): Promise<void> {
  try {
    const zip = await openPromise(path, { autoClose: false });
    try {
      unpacker.announce(zip.entryCount);
      for await (const entry of zip.eachEntry()) {
        if (!entry.canDecodeFileData())
          throw new BundleRefused(`${quoted(entry.fileName)}: it is encrypted, or packed in a way that is not read.`);
        await unpacker.add({
          name: entry.fileName,
          kind: kindOf(entry),
          open: async () => counted(await zip.openReadStreamPromise(entry), unpacker),
        });
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    // The library throws plain errors, and the system and zlib those with a code.
    if (error instanceof BundleRefused || (error as { code?: string }).code?.startsWith('E')) throw error;
    throw new BundleRefused(`The archive cannot be read: ${quoted((error as Error).message)}.`);
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, unpacker: Unpacker): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    unpacker.count(chunk.length);
    yield chunk;
  }
}

function kindOf(entry: Entry): PackedEntry['kind'] {
  const kind = (entry.externalFileAttributes >>> 16) & kindMask;
  if (entry.fileName.endsWith('/')) return kind === 0 || kind === folderKind ? 'folder' : 'other';
  return plainKinds.includes(kind) ? 'file' : 'other';
}
