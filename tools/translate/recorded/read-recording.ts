import { Failure } from '../../../src/errors.ts';
import { MalformedBody, readJson } from '@runners/wire';
import { MAX_VALUES } from '../../../src/platform/bodies/max-values.ts';
import type { Recorded } from '../exchange.ts';
import { exchangeOfValue } from '../har-entry.ts';
import { UnreadableCall } from '../rest-call.ts';

/** The largest number of entries that are read at once. */
const mostEntries = 50;

/** The value of a JSON body. @throws Failure MALFORMED */
export function jsonBody(bytes: Buffer): unknown {
  try {
    return readJson(bytes, MAX_VALUES);
  } catch (error) {
    if (error instanceof MalformedBody) throw new Failure('MALFORMED', error.message.replace(/^t/, 'T'));
    throw error;
  }
}

/** Reads entries of a HAR file, which are a JSON list. @throws Failure MALFORMED */
export function readRecording(bytes: Buffer): Recorded[] {
  const entries = jsonBody(bytes);
  if (!Array.isArray(entries) || entries.length > mostEntries)
    throw new Failure('MALFORMED', `The body must be a list of at most ${mostEntries} entries of a HAR file.`);
  return entries.map((entry: unknown, i): Recorded => {
    const source = `entry ${i + 1}`;
    try {
      return exchangeOfValue(entry, source);
    } catch (error) {
      if (error instanceof UnreadableCall) return { source, why: error.message };
      throw error;
    }
  });
}
