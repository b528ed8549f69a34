import { createRequire } from 'node:module';

/** What Jest has for each test file. */
interface TestFile {
  path: string;
}

/** Decides which test files run first. */
interface Sequencer {
  sort(files: TestFile[]): TestFile[];
}

// It comes with Jest.
const { default: InJest } = createRequire(import.meta.url)('@jest/test-sequencer') as { default: new () => Sequencer };

/** The test files that take longest, the longest first: half a minute and more for slow tests, ten seconds for the others. */
const longest = [
  'web/doors.slow',
  'process/next-starts.slow',
  'web/bodies.slow',
  'process/durability.slow',
  'tracks/gpx-hostile.slow',
  'examples/web.slow',
  'process/migration.slow',
  'trials/test/cluster/replicas.slow',
  'playground/test/playground-pages.slow',
  'playground/test/playground-browser.slow',
  'pictures/memory.slow',
  'trials/test/faults/processes.slow',
  'process/doctor.slow',
  'web/front-page-browser.slow',
  'mail/mail-delayed.slow',
  'web/doors',
  'translate/test/migration',
  'rest-compat/differential',
  'rest-compat/links',
  'accounts/gone',
].map((name) => `/${name}.test.js`);

/**
 * Starts the longest test files first, and the others as Jest does: by their size where it has not measured them, as in a fresh
 * clone. A long file that starts last keeps one core busy while the others have nothing to do.
 */
export default class LongestFirst extends InJest {
  override sort(files: TestFile[]): TestFile[] {
    const placeOf = ({ path }: TestFile) => {
      const place = longest.findIndex((name) => path.endsWith(name));
      return place < 0 ? longest.length : place;
    };
    return super.sort(files).sort((one, other) => placeOf(one) - placeOf(other));
  }
}
