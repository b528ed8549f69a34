import type { ServerResponse } from 'node:http';

/** A response that has headers as text, besides those that are set or given to `writeHead`. */
export interface WithLines {
  lines: string;
}

/**
 * Sets further headers of a response, in place of those that were set in this way before. Node examines each name and value that it
 * is given. These are written as they are, which costs a tenth of that (docs/observability.md#what-it-costs), so they must be
 * valid, and not among the other headers.
 * @param lines each ends with a line break
 */
export function setLines(response: ServerResponse, lines: string): void {
  if ('lines' in response) (response as WithLines).lines = lines;
  else for (const [name, value] of pairsOf(lines)) response.setHeader(name, value);
}

/** The names and values of headers in lines. */
function pairsOf(lines: string): [name: string, value: string][] {
  return lines
    .split('\r\n')
    .slice(0, -1)
    .map((line) => {
      const end = line.indexOf(': ');
      return [line.slice(0, end), line.slice(end + 2)];
    });
}
