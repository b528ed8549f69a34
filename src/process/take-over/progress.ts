import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { FileName } from '../../take-over/bundle/field.ts';
import type { Bundle } from '../../take-over/bundle/open.ts';
import type { FileCounts } from '../../take-over/load/counts.ts';

/** Milliseconds between two lines. */
const pause = 2000;

/** The bytes of a record of a file, by those at its beginning. A compressed file is taken for one of short records. */
function recordBytes(path: string): number {
  if (path.endsWith('.gz')) return 20;
  const begin = Buffer.alloc(2 ** 20);
  const file = openSync(path, 'r');
  const read = readSync(file, begin, 0, begin.length, 0);
  closeSync(file);
  let lines = 0;
  for (let end = begin.indexOf(10); end >= 0 && end < read; end = begin.indexOf(10, end + 1)) lines++;
  return read / Math.max(1, lines);
}

/** Prints how far a bundle is loaded, and about how long it still takes: by the bytes of its files. */
export class Progress {
  readonly #sizes: ReadonlyMap<FileName, number>;
  readonly #bundle: Bundle;
  #file: { name: FileName; recordBytes: number } | null = null;
  readonly #begun = performance.now();
  #last = performance.now();

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
    this.#sizes = new Map([...bundle.records].map(([name, file]) => [name, statSync(bundle.pathOf(file)).size]));
  }

  show(file: FileName, { read }: FileCounts): void {
    const now = performance.now();
    if (now - this.#last < pause) return;
    this.#last = now;
    if (this.#file?.name !== file)
      this.#file = {
        name: file,
        recordBytes: recordBytes(this.#bundle.pathOf(this.#bundle.records.get(file) as string)),
      };
    const names = [...this.#sizes.keys()];
    const sum = (some: readonly FileName[]) => some.reduce((bytes, name) => bytes + (this.#sizes.get(name) ?? 0), 0);
    const here = Math.min(this.#sizes.get(file) ?? 0, read * this.#file.recordBytes);
    const done = sum(names.slice(0, names.indexOf(file))) + here;
    const seconds = ((now - this.#begun) / 1000) * (sum(names) / Math.max(1, done) - 1);
    const minutes = Math.ceil(seconds / 60);
    // The first seconds tell too little.
    const isKnown = now - this.#begun > 5 * pause;
    const left = isKnown ? `, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left` : '';
    process.stderr.write(`${file}: ${read.toLocaleString('en-US')} records${left}\n`);
  }
}
