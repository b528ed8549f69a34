import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { FileName } from '../bundle/field.ts';
import type { Bundle } from '../bundle/open.ts';
import type { FileCounts } from '../load/counts.ts';

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
  return Math.max(1, read / Math.max(1, lines));
}

/** Bytes that take as long as one record: a record takes about 0.3 ms, and a kilobyte of points 0.06 ms more. */
const bytesOfRecord = 5000;

/** The work of a file, in records without points, and how much of it one record is. */
interface Work {
  whole: number;
  ofRecord: number;
}

/** Prints how far a bundle is loaded, and about how long it still takes: by the records of its files and their bytes. */
export class Progress {
  readonly #files: ReadonlyMap<FileName, Work>;
  readonly #begun = performance.now();
  #last = performance.now();

  constructor(bundle: Bundle) {
    this.#files = new Map(
      [...bundle.records].map(([name, file]) => {
        const path = bundle.pathOf(file);
        const { size } = statSync(path);
        const each = recordBytes(path);
        return [name, { whole: size / each + size / bytesOfRecord, ofRecord: 1 + each / bytesOfRecord }];
      }),
    );
  }

  show(file: FileName, { read }: FileCounts): void {
    const now = performance.now();
    if (now - this.#last < pause) return;
    this.#last = now;
    let [done, all] = [0, 0];
    let isBefore = true;
    for (const [name, { whole, ofRecord }] of this.#files) {
      isBefore &&= name !== file;
      all += whole;
      if (isBefore) done += whole;
      else if (name === file) done += Math.min(whole, read * ofRecord);
    }
    const seconds = ((now - this.#begun) / 1000) * (all / Math.max(1, done) - 1);
    const minutes = Math.ceil(seconds / 60);
    // The first seconds tell too little.
    const isKnown = now - this.#begun > 5 * pause;
    const left = isKnown ? `, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left` : '';
    process.stderr.write(`${file}: ${read.toLocaleString('en-US')} records${left}\n`);
  }
}
