import { invalid } from '../../src/errors.ts';

/** Makes an opaque cursor from the values by which a list is ordered. */
export function writeCursor(...parts: (string | number)[]): string {
  return Buffer.from(parts.join('|')).toString('base64url');
}

/** The parts of a cursor. @throws Failure INVALID unless `form` matches them joined by `|` */
export function readCursor(argument: string, cursor: string, form: RegExp): string[] {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!form.test(text)) throw invalid(argument, 'is not a cursor of this list', 'MALFORMED');
  return text.split('|');
}
