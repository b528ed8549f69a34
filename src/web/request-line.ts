/** The parts of a request line before, in and after the target of the request, in latin1. */
const requestLine = /^([A-Z]+ +)([^ ].*)( HTTP\/1\.[01]\r?\n)$/s;
// eslint-disable-next-line no-control-regex -- bytes outside ASCII, and the space
const unescaped = /[ \u0080-\u00FF]/g;

/**
 * Percent-encodes the bytes of the target of a request line that are not escaped: spaces, and the bytes of UTF-8
 * outside ASCII (decisions N17). The rest is not changed. Null if the line is not a request line, or needs no change.
 * @param line from its first byte to its line feed, inclusive
 */
export function escapedLine(line: Buffer): Buffer | null {
  const [, before, target, after] = requestLine.exec(line.toString('latin1')) ?? [];
  if (before === undefined || target === undefined || after === undefined) return null;
  const escaped = target.replaceAll(unescaped, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  return escaped === target ? null : Buffer.from(before + escaped + after, 'latin1');
}
