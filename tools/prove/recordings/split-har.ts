import { Sentence } from '../../../src/platform/sentence.ts';
import { longestLine as longestEntry } from '../../take-over/bundle/read-lines.ts';

/** The bytes of an entry of a HAR file, and its number from 1. */
export interface HarPiece {
  entry: number;
  bytes: Buffer;
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
/** Keys that are longer are not those that are looked for. */
const longestKey = 16;

/**
 * Divides a HAR file, which is one JSON object, into the entries of its log, and keeps no more than one of them.
 * What stands around them is skipped.
 * @param name the name of the file, for sentences
 * @throws Sentence for a file that is no HAR file, is cut off, or has an entry above 64 MB
 */
export async function* splitHar(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<HarPiece> {
  const scanner = new Scanner(name);
  let isFirst = true;
  for await (const chunk of chunks) {
    yield* scanner.scan(isFirst ? withoutMark(chunk, name) : chunk);
    isFirst = false;
  }
  scanner.end();
}

/** The bytes after a byte-order mark. */
function withoutMark(chunk: Buffer, name: string): Buffer {
  if (chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) return chunk.subarray(3);
  const isUtf16 = (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff);
  if (isUtf16 || chunk[0] === 0 || chunk[1] === 0)
    throw new Sentence(`${name} is written in UTF-16 or UTF-32: save it in UTF-8.`);
  return chunk;
}

class Scanner {
  readonly #name: string;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The last string outside entries, and the keys under which the containers of depth 1 and 2 are open. */
  #string: number[] = [];
  #key = '';
  #isInLog = false;
  #isInEntries = false;
  #hadEntries = false;
  #parts: Buffer[] | null = null;
  #length = 0;
  #entry = 0;

  constructor(name: string) {
    this.#name = name;
  }

  *scan(chunk: Buffer): Generator<HarPiece> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInString = false;
        else if (!this.#parts && this.#string.length <= longestKey) this.#string.push(byte);
      } else if (byte === quote) {
        this.#isInString = true;
        if (!this.#parts) this.#beginString();
      } else if (byte === openBrace || byte === openBracket) {
        if (!this.#parts && this.#open(byte)) start = at;
        this.#depth++;
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#depth--;
        if (this.#parts && this.#depth === 3) {
          this.#keep(chunk.subarray(start, at + 1));
          yield { entry: this.#entry, bytes: this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts) };
          this.#parts = null;
        } else if (!this.#parts) this.#close();
      } else if (!this.#parts) this.#other(byte);
    }
    if (this.#parts) this.#keep(Buffer.from(chunk.subarray(start)));
  }

  /** @throws Sentence if the file is not complete */
  end(): void {
    if (this.#parts) throw new Sentence(`${this.#name} is cut off in entry ${this.#entry}.`);
    if (this.#depth > 0 || this.#isInString)
      throw new Sentence(
        `${this.#name} is cut off after ${this.#entry === 0 ? 'its beginning' : `entry ${this.#entry}`}.`,
      );
    if (!this.#hadEntries) throw new Sentence(`${this.#name} is no HAR file: it has no log with entries.`);
  }

  #beginString(): void {
    if (this.#depth === 0 || this.#isInEntries) this.#refuse();
    this.#string = [];
  }

  /** Notes that a container begins. Returns whether it is an entry. */
  #open(byte: number): boolean {
    if (this.#depth === 0 && (byte !== openBrace || this.#hadEntries)) this.#refuse();
    if (this.#depth === 1) this.#isInLog = this.#key === 'log' && byte === openBrace;
    if (this.#depth === 2 && this.#isInLog && this.#key === 'entries' && byte === openBracket) {
      this.#isInEntries = true;
      this.#hadEntries = true;
    } else if (this.#depth === 3 && this.#isInEntries) {
      if (byte !== openBrace) this.#refuse();
      this.#entry++;
      this.#parts = [];
      this.#length = 0;
      return true;
    }
    this.#key = '';
    return false;
  }

  #close(): void {
    if (this.#depth < 0) this.#refuse();
    if (this.#depth === 2) this.#isInEntries = false;
    if (this.#depth === 1) this.#isInLog = false;
  }

  #other(byte: number): void {
    if (isBlank(byte)) return;
    if (this.#depth === 0 || (this.#isInEntries && byte !== comma)) this.#refuse();
    if (byte === colon) this.#key = String.fromCharCode(...this.#string);
    else if (byte === comma) this.#key = '';
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > longestEntry)
      throw new Sentence(`${this.#name}, entry ${this.#entry} is longer than ${longestEntry} bytes.`);
    this.#parts?.push(part);
  }

  #refuse(): never {
    const where = this.#entry === 0 ? '' : ` after entry ${this.#entry}`;
    throw new Sentence(`${this.#name} is no HAR file: it has something else${where || ' at its beginning'}.`);
  }
}
