import { ftruncateSync, openSync, writeSync } from 'node:fs';

/** A file that is whole after each piece that is added, so that a run that is cut off leaves what it has found. */
export class GrowingFile {
  readonly #file: number;
  #at: number;

  /** @param head what the file begins with */
  constructor(path: string, head: string) {
    this.#file = openSync(path, 'w');
    this.#at = writeSync(this.#file, head);
  }

  /** Adds a piece, in one write. @param tail what the file ends with until the next piece */
  add(piece: string, tail: string): void {
    writeSync(this.#file, piece + tail, this.#at);
    ftruncateSync(this.#file, this.#at + Buffer.byteLength(piece + tail));
    this.#at += Buffer.byteLength(piece);
  }
}
