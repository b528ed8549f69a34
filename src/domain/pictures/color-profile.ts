/**
 * The tags of an ICC profile from which colors are computed. All others name a device, its owner, a time or a maker,
 * or describe how the profile was made.
 */
const colorTags = new Set(
  (
    'rXYZ gXYZ bXYZ wtpt bkpt lumi chad chrm cicp rTRC gTRC bTRC kTRC gamt ' +
    'A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 D2B0 D2B1 D2B2 D2B3 B2D0 B2D1 B2D2 B2D3'
  ).match(/\S+/g),
);
const headerBytes = 128;
/** The parts of the header that do not determine colors: the software, the time, the device, the maker and a digest. */
const namingParts = [
  [4, 8],
  [24, 36],
  [48, 56],
  [80, 128],
] as const;
/** Decoders read no profile with more tags. */
const mostTags = 100;

/** A tag of a profile. Tags with the same `from` share their data. */
interface Tag {
  name: string;
  from: string;
  data: Buffer;
}

/**
 * Returns an ICC profile that means the same colors and has no texts, or null if the bytes are not a profile. The
 * description and the copyright, which every profile must have, become one letter.
 */
export function plainProfile(profile: Buffer): Buffer | null {
  if (profile.length < headerBytes + 4 || profile.toString('latin1', 36, 40) !== 'acsp') return null;
  const count = profile.readUInt32BE(headerBytes);
  if (count > mostTags || profile.length < headerBytes + 4 + count * 12) return null;
  const texts = (profile[8] as number) < 4 ? textsOf2 : textsOf4;
  const tags: Tag[] = [
    { name: 'desc', from: 'desc', data: texts.description },
    { name: 'cprt', from: 'cprt', data: texts.copyright },
  ];
  for (let i = 0; i < count; i += 1) {
    const entry = headerBytes + 4 + i * 12;
    const [start, size] = [profile.readUInt32BE(entry + 4), profile.readUInt32BE(entry + 8)];
    if (start + size > profile.length) return null;
    const name = profile.toString('latin1', entry, entry + 4);
    // Curves of several colors are often the same bytes.
    if (colorTags.has(name)) tags.push({ name, from: `${start} ${size}`, data: profile.subarray(start, start + size) });
  }
  // Tags that overlap could multiply the bytes.
  const distinct = new Map(tags.map(({ from, data }) => [from, data.length]));
  if ([...distinct.values()].reduce((sum, length) => sum + length) > profile.length) return null;
  return written(profile.subarray(0, headerBytes), tags);
}

function written(oldHeader: Buffer, tags: Tag[]): Buffer {
  const head = Buffer.alloc(headerBytes + 4 + tags.length * 12);
  oldHeader.copy(head);
  for (const [from, to] of namingParts) head.fill(0, from, to);
  head.writeUInt32BE(tags.length, headerBytes);
  const parts: Buffer[] = [head];
  let length = head.length;
  for (const [i, { name, from, data }] of tags.entries()) {
    const entry = headerBytes + 4 + i * 12;
    const same = tags.findIndex((tag) => tag.from === from);
    const offset = same < i ? head.readUInt32BE(headerBytes + 8 + same * 12) : length;
    head.write(name, entry, 'latin1');
    head.writeUInt32BE(offset, entry + 4);
    head.writeUInt32BE(data.length, entry + 8);
    if (same < i) continue;
    parts.push(data, Buffer.alloc(-data.length & 3));
    length += (data.length + 3) & ~3;
  }
  head.writeUInt32BE(length, 0);
  return Buffer.concat(parts);
}

/** The letter "c" in the types of text that versions 2 and 4 of ICC require. */
const textsOf2 = {
  description: Buffer.concat([Buffer.from('desc\0\0\0\0\0\0\0\x02c\0', 'latin1'), Buffer.alloc(78)]),
  copyright: Buffer.from('text\0\0\0\0c\0', 'latin1'),
};
const localized = Buffer.from('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\x02\0\0\0\x1c\0c', 'latin1');
const textsOf4 = { description: localized, copyright: localized };
