import { mkdirSync, openSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { Sentence } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';
import type { Configured } from '../../../src/process/command.ts';
import { storeFiles } from '../../../src/domain/pictures/store-files.ts';
import { makePictureStore } from '../../../src/platform/store/picture-store.ts';
import { damagedFiles } from '../bundle/read-records.ts';
import { CauseSummary } from '../check/cause-summary.ts';
import { knownHere } from '../check/known-here.ts';
import { printCheck } from './check-command.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Bundle } from '../bundle/open.ts';
import type { Found } from '../bundle/read-records.ts';
import type { Keepers } from '../load/conflicts.ts';
import type { FileCounts, Reported } from '../load/counts.ts';
import { loadBundle } from '../load/load.ts';
import { givenBundle, withBundle } from './given-bundle.ts';
import { Progress } from './progress.ts';

const usage = usageOf('take-over load');

/**
 * `npx runners take-over load BUNDLE`: loads a bundle into the database of the settings. It may be killed and started again. What was
 * not simply stored is written to `refused.jsonl` and `changed.jsonl` in the folder of the report. `--conflicts` names a file with the
 * ids of those who keep an address that several people have, or a rule for it. `--dry-run` prints what would be refused and noted, and writes nothing.
 */
export const loadCommand = {
  async run(words: string[], configured: Configured): Promise<void> {
    const { path, report: folder, keepers, isDry } = givenBundle(words, usage);
    const config = configured(readConfig(process.env));
    await withBundle(path, async (bundle, manifest) => {
      // What a cut file lacks would be taken for deleted.
      for await (const { file, sentence } of damagedFiles(bundle, manifest.files))
        throw new Sentence(`Nothing was loaded: ${file} ${sentence}.`);
      const database = await openDatabase(config);
      if (isDry) return tryOut(database, { bundle, keepers, isComplete: manifest.complete });
      const pictures = makePictureStore(config);
      const causes = new CauseSummary();
      mkdirSync(folder, { recursive: true });
      const fileOf = (name: string) => openSync(join(folder, name), 'w');
      const files = { refused: fileOf('refused.jsonl'), changed: fileOf('changed.jsonl') };
      try {
        await migrate(database);
        const progress = new Progress(bundle);
        const counts = await loadBundle({
          bundle,
          database,
          storePicture: (sizes, format) => storeFiles({ database, integrations: { pictures } }, sizes, format),
          taken: manifest.taken,
          isComplete: manifest.complete,
          keyLengths: manifest.key_lengths,
          keepers,
          report(record) {
            writeSync(record.what === 'refused' ? files.refused : files.changed, `${JSON.stringify(record)}\n`);
            if (record.what === 'refused') causes.add(foundOf(record));
          },
          progress: (file, of) => progress.show(file, of),
        });
        process.stdout.write(`${textOf(counts)}${causes.text()}What was refused or changed is in ${folder}.\n`);
      } finally {
        for (const file of Object.values(files)) closeSync(file);
        await database.close();
      }
    });
  },
};

/** Prints what loading would do, by the same rules, and writes nothing. */
async function tryOut(
  database: Database,
  { keepers, ...of }: { bundle: Bundle; keepers: Keepers; isComplete: boolean },
): Promise<void> {
  try {
    await printCheck(of.bundle, false, { keepers, ...(await knownHere({ database, ...of })) });
  } finally {
    await database.close();
  }
}

const foundOf = ({ file, line, reasons, root }: Reported): Found => ({
  severity: 'fault',
  file: `${file}.jsonl`,
  line,
  field: '',
  sentence: reasons[0] ?? '',
  ...(root !== undefined && { root }),
});

function textOf(counts: ReadonlyMap<string, FileCounts>): string {
  const columns = ['read', 'stored', 'changed', 'refused', 'written', 'kept', 'removed'] as const;
  const cell = (text: string | number) => text.toLocaleString('en-US').padStart(11);
  const head = `${' '.repeat(20)}${columns.map(cell).join('')}\n`;
  return (
    head +
    [...counts]
      .map(([name, of]) => `${name.padEnd(20)}${columns.map((column) => cell(of[column])).join('')}\n`)
      .join('')
  );
}
