import { mkdirSync, openSync, readFileSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../domain/open-database.ts';
import { readConfig } from '../../platform/config.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { makePictureStore } from '../../platform/store/picture-store.ts';
import { openBundle } from '../../take-over/bundle/open.ts';
import { manifestOf } from '../../take-over/bundle/manifest.ts';
import { BundleRefused } from '../../take-over/bundle/refused.ts';
import { AddressesInConflict } from '../../take-over/load/conflicts.ts';
import type { FileCounts } from '../../take-over/load/counts.ts';
import { loadBundle } from '../../take-over/load/load.ts';
import { Sentence } from '../command.ts';
import { Progress } from './progress.ts';

const usage = 'npx runners take-over load [--conflicts FILE] [--report FOLDER] BUNDLE';

/**
 * `npx runners take-over load BUNDLE`: loads a bundle into the database of the settings. It may be killed and started again. What was
 * not simply stored is written to `refused.jsonl` and `changed.jsonl` in the folder of the report. `--conflicts` names a file with the
 * ids of those who keep an address that several people have.
 */
export const loadCommand = {
  usage,
  async run(words: string[]): Promise<void> {
    const { values, positionals } = parseArgs({
      args: words,
      options: { conflicts: { type: 'string' }, report: { type: 'string', default: 'take-over-report' } },
      allowPositionals: true,
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new Sentence(`usage: ${usage}`);
    const keepers = values.conflicts === undefined ? new Set<number>() : idsIn(values.conflicts);
    const config = readConfig(process.env);
    const bundle = await openBundle(path).catch((error: unknown) => {
      throw error instanceof BundleRefused ? new Sentence(error.message) : error;
    });
    const database = await openDatabase(config);
    mkdirSync(values.report, { recursive: true });
    const report = {
      refused: openSync(join(values.report, 'refused.jsonl'), 'w'),
      changed: openSync(join(values.report, 'changed.jsonl'), 'w'),
    };
    try {
      const { manifest, faults } = manifestOf(bundle);
      if (!manifest)
        throw new Sentence(
          `manifest.json ${faults.map(({ field, sentence }) => `${field} ${sentence}`.trim()).join('; ')}.`,
        );
      await migrate(database);
      const progress = new Progress(bundle);
      const counts = await loadBundle({
        bundle,
        database,
        outside: { pictures: makePictureStore(config) },
        taken: manifest.taken,
        isComplete: manifest.complete,
        keyLengths: manifest.key_lengths,
        keepers,
        tell: (told) =>
          void writeSync(told.what === 'refused' ? report.refused : report.changed, `${JSON.stringify(told)}\n`),
        progress: (file, of) => progress.show(file, of),
      });
      process.stdout.write(`${textOf(counts)}What was refused or changed is in ${values.report}.\n`);
    } catch (error) {
      throw error instanceof AddressesInConflict ? new Sentence(sentenceOf(error)) : error;
    } finally {
      for (const file of Object.values(report)) closeSync(file);
      await database.close();
      await bundle.close();
    }
  },
};

/** The ids of a file, one on each line. @throws Sentence */
function idsIn(path: string): Set<number> {
  const lines = readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => !/^\s*\d{1,16}\s*$/.test(line));
  if (wrong !== undefined)
    throw new Sentence(
      `${path}: each line must be the id of a person who keeps the address, and not ${JSON.stringify(wrong.slice(0, 40))}`,
    );
  return new Set(lines.map(Number));
}

/** So many conflicts are printed. */
const printed = 20;

function sentenceOf({ conflicts }: AddressesInConflict): string {
  const lines = conflicts
    .slice(0, printed)
    .map(
      ({ address, people }) => `  ${address}: ${people.map(({ id, username }) => `${id} (${username})`).join(', ')}`,
    );
  const more = conflicts.length > printed ? `\n  and ${conflicts.length - printed} more` : '';
  return `Nothing was loaded, because people share an address. Write the ids of those who keep it into a file, one on each line, and name it with --conflicts:\n${lines.join('\n')}${more}`;
}

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
