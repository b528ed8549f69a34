import { statSync } from 'node:fs';
import type { FileName } from '../../take-over/bundle/field.ts';
import type { Bundle } from '../../take-over/bundle/open.ts';
import type { FileCounts } from '../../take-over/load/counts.ts';

/** Milliseconds between two lines. */
const pause = 2000;

/** Prints how far a bundle is loaded, and about how long it still takes: by the bytes of its files. */
export class Progress {
  readonly #sizes: ReadonlyMap<FileName, number>;
  readonly #begun = performance.now();
  #last = performance.now();

  constructor(bundle: Bundle) {
    this.#sizes = new Map([...bundle.records].map(([name, file]) => [name, statSync(bundle.pathOf(file)).size]));
  }

  show(file: FileName, { read }: FileCounts): void {
    const now = performance.now();
    if (now - this.#last < pause) return;
    this.#last = now;
    const names = [...this.#sizes.keys()];
    const done = names.slice(0, names.indexOf(file)).reduce((sum, name) => sum + (this.#sizes.get(name) ?? 0), 0);
    const all = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    const seconds = done === 0 ? null : ((now - this.#begun) / 1000) * (all / done - 1);
    const left = seconds === null ? '' : `, about ${Math.ceil(seconds / 60)} minutes left`;
    process.stderr.write(`${file}: ${read.toLocaleString('en-US')} records${left}\n`);
  }
}
