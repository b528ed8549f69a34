import { asLast } from '@runners/wire';
import { readFields } from '../../rest-compat/fields.ts';
import { readCalls } from './read-calls.ts';
import { UnreadableCall } from './rest-call.ts';
import type { FoundCall } from './exchange.ts';

/** The form of the page `/migrate`, with the calls that its text contains. */
export interface MigrationForm {
  /** The text, to be shown again. A longer one is not, because escaping it would take the event loop dozens of milliseconds. */
  call: string;
  /** The key with which the calls are executed, or an empty text. */
  key: string;
  /** The first calls of the text. */
  calls: FoundCall[];
  /** The number of further calls in the text. */
  left: number;
  /** What is wrong with the text, in which case there are no calls. */
  error?: string;
}

/** The largest number of characters of a text that is shown again. */
const mostShown = 16 * 1024;

/** The largest number of calls of one text that are translated. */
const mostCalls = 20;

/** Reads the form. @throws Failure MALFORMED */
export function readMigrationForm(bytes: Buffer): MigrationForm {
  const fields = readFields(bytes, { format: 'form', charset: '', points: null });
  const [text = '', key = ''] = ['call', 'key'].map((name) => String(asLast(fields[name]) ?? '').trim());
  const call = text.length > mostShown ? '' : text;
  try {
    const calls = readCalls(text);
    return { call, key, calls: calls.slice(0, mostCalls), left: Math.max(0, calls.length - mostCalls) };
  } catch (error) {
    if (error instanceof UnreadableCall) return { call, key, calls: [], left: 0, error: error.message };
    throw error;
  }
}
