import { createRequire } from 'node:module';

interface TestFile {
  path: string;
}
interface Sequencer {
  sort(files: TestFile[]): TestFile[];
  /** Those that failed in the last run, sorted by `sort`. */
  allFailedTests(files: TestFile[]): TestFile[];
}

// It comes with Jest.
const { default: InJest } = createRequire(import.meta.url)('@jest/test-sequencer') as { default: new () => Sequencer };

/** Starts with what failed before, and goes on with the quickest: whoever waits wants to know something soon. */
export default class QuickestFirst extends InJest {
  #failed: TestFile[] | null = null;

  override sort(files: TestFile[]): TestFile[] {
    const quickest = super.sort(files).reverse();
    if (this.#failed) return quickest;
    this.#failed = [];
    this.#failed = this.allFailedTests(files);
    return [...new Set([...this.#failed, ...quickest])];
  }
}
