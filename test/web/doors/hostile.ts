/** The ways in which what is sent grows. */
export const ways = ['length', 'depth', 'depth × length', 'number'] as const;
export type Way = (typeof ways)[number];

/** Texts of about a number of characters, which grow in one of the ways. */
export type Family = Readonly<Record<Way, (size: number) => string>>;

const name = 'n'.repeat(170);
/** Depths just below the bound of bodies, at which what is within is read, and far beyond. */
const nested = (open: string, close: string, inner: string, size: number, most = Infinity) => {
  const depth = Math.max(1, Math.min(most, Math.floor((size - inner.length) / (open.length + close.length))));
  return open.repeat(depth) + inner + close.repeat(depth);
};
const many = (part: (i: number) => string, size: number) => {
  const parts: string[] = [];
  for (let length = 0, i = 0; length < size; length += parts.at(-1)!.length + 1) parts.push(part(i++));
  return parts;
};
const x = (size: number) => 'x'.repeat(Math.max(1, size));

/** JSON, whatever it is for. */
export const json: Family = {
  length: (size) => JSON.stringify({ k: x(size) }),
  depth: (size) => nested('{"a":', '}', '0', size, 98),
  'depth × length': (size) => nested(`{"x":1,"${name}":`, '}', '0', size),
  number: (size) => `{${many((i) => `"k${i}":${i}`, size).join()}}`,
};
const yaml: Family = {
  length: (size) => `k: ${x(size)}\n`,
  depth: (size) => nested('{a: ', '}', '0', size, 98),
  'depth × length': (size) => nested(`{x: 1, ${name}: `, '}', '0', size),
  number: (size) => many((i) => `k${i}: ${i}`, size).join('\n'),
};
const xml: Family = {
  length: (size) => `<r><k>${x(size)}</k></r>`,
  depth: (size) => nested('<a>', '</a>', '0', size, 98),
  'depth × length': (size) => nested(`<${name}><x>1</x>`, `</${name}>`, '0', size),
  number: (size) => `<r>${many((i) => `<k${i}>${i}</k${i}>`, size).join('')}</r>`,
};
/** What stands behind a question mark. */
export const form: Family = {
  length: (size) => `k=${x(size)}`,
  depth: (size) => `a${'[a]'.repeat(size / 3)}=1`,
  'depth × length': (size) => `a${`[${name}]`.repeat(Math.max(1, size / 172))}=1`,
  number: (size) => many((i) => `k${i}=${i}`, size).join('&'),
};
const track = (inner: string) =>
  `<gpx version="1.1"><trk><trkseg><trkpt lat="47" lon="8"><time>2024-01-01T00:00:00Z</time></trkpt>${inner}</trkseg></trk></gpx>`;
const gpx: Family = {
  length: (size) => track(`<name>${x(size)}</name>`),
  depth: (size) => track(nested('<a>', '</a>', '0', size, 90)),
  'depth × length': (size) => track(xml['depth × length'](size)),
  number: (size) =>
    track(
      many(
        (i) => `<trkpt lat="47.${i % 999}" lon="8"><time>${new Date(1.7e12 + i * 1000).toISOString()}</time></trkpt>`,
        size,
      ).join(''),
    ),
};
/** A file of which the beginning is that of a picture. */
const bytes: Family = {
  length: (size) => `\u0089PNG\r\n\u001a\n${x(size)}`,
  depth: (size) => nested('(', ')', '', size),
  'depth × length': (size) => nested(name, name, '', size),
  number: (size) => `\u0089PNG\r\n\u001a\n${'\0\0\0\u0001tEXtx\0\0\0\0'.repeat(size / 13)}`,
};
/** What is in a path or a header. */
export const line: Family = {
  length: x,
  depth: (size) => nested('(', ')', '', size),
  'depth × length': (size) => nested(`(${name}`, ')', '', size),
  number: (size) => many((i) => `k${i};q=0.${i}`, size).join(','),
};
/** A document of GraphQL. */
export const graphql: Family = {
  length: (size) => `{ user(id: "${x(size)}") { id } }`,
  depth: (size) => `{ me ${nested('{ friends { nodes ', '} }', '{ id }', size)} }`,
  'depth × length': (size) => `{ me ${nested(`{ ${name}: friends { nodes `, '} }', '{ id }', size)} }`,
  number: (size) => `{ ${many((i) => `k${i}: __typename`, size).join(' ')} }`,
};

/** Bodies by their content types. */
export const bodies: Readonly<Record<string, Family>> = {
  'application/json': json,
  'text/yaml': yaml,
  'application/xml': xml,
  'application/x-www-form-urlencoded': form,
  'application/X.service-GPX+xml': gpx,
  'image/png': bytes,
};

/** A family within another text. */
export function within(family: Family, around: (text: string) => string): Family {
  return Object.fromEntries(ways.map((way) => [way, (size: number) => around(family[way](size))])) as unknown as Family;
}
