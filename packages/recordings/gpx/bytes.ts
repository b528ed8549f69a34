/** The ASCII codes that the GPX scanners use. */
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
export const SPACE = 0x20;
export const AMPERSAND = 0x26;
export const SLASH = 0x2f;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const CLOSE_BRACKET = 0x5d;

/** Whether a byte is XML white space. The byte is undefined after the end. */
export function isSpace(code: number | undefined): boolean {
  return code === SPACE || code === LF || code === CR || code === TAB;
}

/** Whether `bytes` contains `pattern` at `at`. */
export function hasAt(bytes: Uint8Array, at: number, pattern: Uint8Array): boolean {
  for (let i = 0; i < pattern.length; i++) {
    if (bytes[at + i] !== pattern[i]) return false;
  }
  return true;
}
