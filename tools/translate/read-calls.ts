import { z } from 'zod';
import { base } from '../../rest-compat/uris.ts';
import { callOfEntry, harEntry, isOfInterface } from './har-entry.ts';
import { readCurl } from './read-curl.ts';
import { restUrl, UnreadableCall } from './rest-call.ts';
import type { FoundCall } from './exchange.ts';

/** The part of HAR 1.2 that is read. */
const har = z.object({ log: z.object({ entries: z.array(harEntry) }) });

/**
 * Reads the calls of the REST interface in a text: one in a line of curl or a URL, and all in a HAR file, with their answers.
 * @param readFile reads the file of `@file` in a line of curl; by default it is refused
 * @throws UnreadableCall
 */
export function readCalls(text: string, readFile?: (path: string) => Buffer): FoundCall[] {
  // A byte-order mark is white space as well.
  const trimmed = text.trim();
  if (trimmed === '') throw new UnreadableCall('There is no call: enter a line of curl, a URL, or a HAR file.');
  if (trimmed.startsWith('{')) return readHar(trimmed);
  if (/^curl(\s|$)/.test(trimmed)) return [readCurl(trimmed, readFile)];
  const [, method = 'GET', address = ''] = /^(?:([A-Z]+)\s+)?(\S+)$/.exec(trimmed) ?? [];
  if (address === '') throw new UnreadableCall('This is neither a line of curl, nor a URL, nor a HAR file.');
  return [{ method, url: restUrl(address), headers: {}, body: Buffer.alloc(0) }];
}

function readHar(text: string): FoundCall[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableCall('The text begins like a HAR file, but it is not JSON.');
  }
  const parsed = har.safeParse(value);
  if (!parsed.success) throw new UnreadableCall('The text is JSON, but no HAR file (version 1.2).');
  const calls = parsed.data.log.entries.filter(isOfInterface).map(callOfEntry);
  if (calls.length === 0) throw new UnreadableCall(`The HAR file has no requests below ${base}/.`);
  return calls;
}
