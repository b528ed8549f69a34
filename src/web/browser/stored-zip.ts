import type { ChosenFile } from './dropped-files.ts';

/** How a zip says that a name is in UTF-8, and 1 January 1980, before which it has no dates. */
const [utf8, firstDay] = [0x800, 0x21];
/** The largest number of files of a zip, without an extension of the format. */
const mostFiles = 65_535;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** The CRC-32 of a file, which is read in parts. */
async function crcOf(file: Blob): Promise<number> {
  let sum = 0xffffffff;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return ~sum >>> 0;
    for (const byte of value) sum = (sum >>> 8) ^ table[(sum ^ byte) & 0xff]!;
  }
}

/** Numbers of two and of four bytes. */
function numbers(...given: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(given.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of given) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/**
 * A zip of files as they are, each under its path; of those with one path, the later ones are in a folder with their number. The
 * files stay where they are until the zip is read. @throws Error for too many, and when it is cancelled
 */
export async function storedZip(files: readonly ChosenFile[], cancelled: AbortSignal): Promise<Blob> {
  if (files.length > mostFiles) throw new Error(`These are more than ${mostFiles} files. Make a zip file of them.`);
  const [parts, index, names]: [BlobPart[], BlobPart[], Set<string>] = [[], [], new Set()];
  let [offset, indexBytes] = [0, 0];
  for (const [at, { path, file }] of files.entries()) {
    cancelled.throwIfAborted();
    // oxlint-disable-next-line no-control-regex -- they are refused
    const plain = path.replaceAll(/[\u0000-\u001f\u007f\\]/g, '_');
    const text = names.has(plain) ? `${at + 1}/${plain}` : plain;
    names.add(plain);
    const name = new TextEncoder().encode(text);
    const about = [
      [2, 20], [2, utf8], [2, 0], [2, 0], [2, firstDay], [4, await crcOf(file)], [4, file.size], [4, file.size], [2, name.length], [2, 0],
    ] as const; // prettier-ignore
    parts.push(numbers([4, 0x04034b50], ...about), name, file);
    index.push(numbers([4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name);
    offset += 30 + name.length + file.size;
    indexBytes += 46 + name.length;
  }
  const count = files.length;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, indexBytes], [4, offset], [2, 0]);
  return new Blob([...parts, ...index, end], { type: 'application/zip' });
}
