import type { Reads } from '@runners/testing';

/** Something that reads what callers send. */
export interface Reader {
  /** `file#function` of the functions that it covers. */
  of: readonly string[];
  read: Reads;
  /** Characters of the longest text that comes so far, if that is less than is tried. */
  most?: number;
  /** Characters of the texts that are tried, if it is not the usual number. */
  tried?: number;
  /** What stands before and after the hostile text, so that the reader comes to it. */
  around?: readonly (readonly [before: string, after: string])[];
}

/** The bytes of a text, as they come. */
export const bytes = (text: string): Buffer => Buffer.from(text);
/** Characters of the headers of a request: Node refuses more. */
export const header = 16 * 1024;
