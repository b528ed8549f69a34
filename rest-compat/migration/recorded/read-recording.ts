import { Failure } from '../../../src/errors.ts';
import type { Recorded } from '../exchange.ts';
import { exchangeOfEntry } from '../har-entry.ts';
import { UnreadableCall } from '../rest-call.ts';

/** The largest number of entries that are read at once. */
const mostEntries = 50;

/** Reads entries of a HAR file, which are a JSON list. @throws Failure MALFORMED */
export function readRecording(bytes: Buffer): Recorded[] {
  let entries: unknown;
  try {
    entries = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Failure('MALFORMED', 'The body is not JSON.');
  }
  if (!Array.isArray(entries) || entries.length > mostEntries)
    throw new Failure('MALFORMED', `The body must be a list of at most ${mostEntries} entries of a HAR file.`);
  return entries.map((entry: unknown, i): Recorded => {
    const source = `entry ${i + 1}`;
    try {
      return exchangeOfEntry(Buffer.from(JSON.stringify(entry)), source);
    } catch (error) {
      if (error instanceof UnreadableCall) return { source, why: error.message };
      throw error;
    }
  });
}
