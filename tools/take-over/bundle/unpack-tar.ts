import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Parser } from 'tar';
import type { ReadEntry } from 'tar';
import { quoted } from '../../../src/platform/archives/file-name.ts';
import { BundleRefused } from '../../../src/platform/archives/refused.ts';
import type { PackedEntry, Unpacker } from '../../../src/platform/archives/unpack.ts';

const kinds: Readonly<Record<string, PackedEntry['kind']>> = {
  File: 'file',
  OldFile: 'file',
  ContiguousFile: 'file',
  Directory: 'folder',
};

/** Unpacks a tar, or one within gzip. @throws BundleRefused as `Unpacker`, and for a damaged archive */
export async function unpackTar(path: string, isGzip: boolean, unpacker: Unpacker): Promise<void> {
  const source = createReadStream(path, { highWaterMark: 256 * 1024 });
  const bytes = isGzip ? pipeline(source, createGunzip({ chunkSize: 256 * 1024 }), () => {}) : source;
  const failing = new AbortController();
  const fail = (error: unknown) => failing.abort(error);
  /** What was begun with the entries: of all, and of all besides the latest, whose bytes may not have come yet. */
  const begun = { all: Promise.resolve(), before: Promise.resolve() };
  const parser = new Parser({ strict: true, brotli: false, zstd: false, onReadEntry: addNext });
  parser.on('ignoredEntry', ({ path: name }: ReadEntry) => fail(refusedKind(name)));
  parser.on('error', fail);

  function addNext(entry: ReadEntry): void {
    begun.before = begun.all;
    const packed = { name: entry.path, kind: kinds[entry.type] ?? 'other', open: async () => entry } as const;
    begun.all = begun.before.then(async () => {
      if (failing.signal.aborted) return;
      await unpacker.add(packed).catch(fail);
      // The bytes of a folder, of which there are none.
      if (packed.kind !== 'file') entry.resume();
    });
  }

  let head = Buffer.alloc(0);
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      unpacker.count(chunk.length);
      // The parser would inflate it once more, uncounted.
      if (head.length < 2) head = Buffer.concat([head, chunk.subarray(0, 2)]);
      if (head[0] === 0x1f && head[1] === 0x8b)
        throw new BundleRefused('The archive is compressed twice: compress it once.');
      if (!parser.write(chunk)) await once(parser, 'drain', { signal: failing.signal });
      await begun.before;
      failing.signal.throwIfAborted();
    }
    parser.end();
    await begun.all;
    failing.signal.throwIfAborted();
  } catch (error) {
    const reason: unknown = failing.signal.aborted ? failing.signal.reason : error;
    const { code = '', message } = reason as { code?: string; message: string };
    if (reason instanceof BundleRefused || /^E[A-Z]/.test(code)) throw reason;
    throw new BundleRefused(`The archive cannot be read: ${quoted(message)}.`);
  } finally {
    source.destroy();
  }
}

const refusedKind = (name: string) =>
  new BundleRefused(`${quoted(name)}: the archive has an entry that is no file and no folder.`);
