import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { reportPage } from '../verify/report-page.ts';
import { verifyBundle } from '../verify/verify.ts';
import type { Differing } from '../verify/verify.ts';
import { Sentence } from '../../../src/process/command.ts';
import type { Configured } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';
import { givenBundle, withBundle } from './given-bundle.ts';

const usage = usageOf('take-over verify');

/** So many records that differ are in the report, and on its page, of each file. */
const most = { report: 10_000, page: 100 } as const;

/**
 * `npx runners take-over verify BUNDLE`: reads back everything that the bundle has brought, and compares it. It writes `report.json`
 * and `report.html` into the folder of the report. The exit code is 1 if something is missing or differs, other than old totals.
 */
export const verifyCommand = {
  async run(words: string[], configured: Configured): Promise<void> {
    const { path, report: folder, keepers, isDry } = givenBundle(words, usage);
    if (isDry) throw new Sentence(usage);
    const config = configured(readConfig(process.env));
    await withBundle(path, async (bundle, manifest) => {
      const database = await openDatabase(config);
      try {
        const listed = { report: [] as Differing[], page: [] as Differing[] };
        const counted: Record<string, number> = {};
        const { taken, key_lengths: keyLengths } = manifest;
        const counts = await verifyBundle({
          bundle,
          database,
          taken,
          keyLengths,
          isComplete: manifest.complete,
          keepers,
          report(one) {
            const count = (counted[one.file] = (counted[one.file] ?? 0) + 1);
            if (count <= most.report) listed.report.push(one);
            if (count <= most.page) listed.page.push(one);
          },
        });
        mkdirSync(folder, { recursive: true });
        const report = { taken, files: Object.fromEntries(counts), differing: listed.report };
        writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
        writeFileSync(join(folder, 'report.html'), reportPage(counts, listed.page, taken));
        // Old totals are compared for people to look at: another service may have counted otherwise.
        const wrongIn = (of: (name: string) => boolean) =>
          [...counts].reduce((sum, [name, { differing, missing }]) => sum + (of(name) ? differing + missing : 0), 0);
        const [wrong, totals] = [wrongIn((name) => name !== 'stats'), wrongIn((name) => name === 'stats')];
        const read = [...counts.values()].reduce((sum, of) => sum + of.read, 0);
        process.stdout.write(
          `${read.toLocaleString('en-US')} records were compared, and ${wrong.toLocaleString('en-US')} are missing or differ${totals === 0 ? '' : `, beside ${totals.toLocaleString('en-US')} old totals of stats that were counted otherwise`}. See ${join(folder, 'report.html')}.\n`,
        );
        if (wrong > 0) process.exitCode = 1;
      } finally {
        await database.close();
      }
    });
  },
};
