/** What stands before the target of a request, the target, and what stands behind it, in latin1. */
const requestLine = /^([A-Z]+ +)([^ ].*)( HTTP\/1\.[01]\r?\n)$/s;
// eslint-disable-next-line no-control-regex -- bytes outside ASCII, and the space
const unescaped = /[ \u0080-\u00FF]/g;

/**
 * A request line with the bytes of its target that stand there unescaped, percent-encoded: spaces, and the bytes of
 * UTF-8 outside ASCII (decisions N17). Nothing else of it changes. Null when it is no request line, or needs none.
 * @param line from its first byte up to and with its line feed
 */
export function escapedLine(line: Buffer): Buffer | null {
  const [, before, target, after] = requestLine.exec(line.toString('latin1')) ?? [];
  if (before === undefined || target === undefined || after === undefined) return null;
  const escaped = target.replaceAll(unescaped, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  return escaped === target ? null : Buffer.from(before + escaped + after, 'latin1');
}
