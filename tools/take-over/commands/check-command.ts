import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { CauseSummary } from '../check/cause-summary.ts';
import { checkBundle } from '../check/check-bundle.ts';
import type { CheckOptions, CheckResult } from '../check/check-bundle.ts';
import type { Found } from '../bundle/read-records.ts';
import { quoted } from '../../../src/platform/archives/file-name.ts';
import { Sentence } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';
import type { Bundle } from '../bundle/open.ts';
import { keepersIn, openGiven } from './given-bundle.ts';

const usage = usageOf('take-over check');

/**
 * `npx runners take-over check BUNDLE`: counts the faults and notes of a bundle by their causes, each with the lines of the first ones, by the
 * rules by which it is loaded. `--all` prints every one, and `--quick` does not read pictures and GPX files. The exit code is 1 if there are faults. It writes nothing.
 */
export const checkCommand = {
  async run(words: string[]): Promise<void> {
    const { values, positionals } = parseArgs({
      args: words,
      options: {
        all: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        conflicts: { type: 'string' },
      },
      allowPositionals: true,
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new Sentence(usage);
    const keepers = keepersIn(values.conflicts);
    const bundle = await openGiven(path);
    try {
      await printCheck(bundle, values.all, { keepers, isQuick: values.quick });
    } finally {
      await bundle.close();
    }
  },
};

/** Checks a bundle and prints what is found: every fault and note if `isAll`, and otherwise their causes. */
export async function printCheck(bundle: Bundle, isAll: boolean, options: CheckOptions): Promise<void> {
  const causes = new CauseSummary();
  const tell = async (found: Found) => (isAll ? print(`${lineOf(found)}\n`) : causes.add(found));
  const result = await checkBundle(bundle, tell, options);
  await print(`${causes.text()}${countsOf(result)}`);
  if (result.faults > 0) process.exitCode = 1;
}

/** Prints a text, and waits while whoever reads it is slower. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** `users.jsonl:12: email: has the address of line 7` */
function lineOf({ severity, file, line, field, sentence }: Found): string {
  const origin = line === null ? quoted(file) : `${file}:${line}`;
  const subject = field === '' ? '' : `${/^[\w.[\]]+$/.test(field) ? field : quoted(field)} `;
  return `${severity === 'note' ? 'note: ' : ''}${origin}: ${subject}${sentence}.`;
}

function countsOf({ files, faults, notes }: CheckResult): string {
  const lines = [...files].map(
    ([name, { read, faulty, noted }]) =>
      `${name.padEnd(20)}${count(read)} read${count(faulty)} would be refused${count(noted)} with notes\n`,
  );
  return `${lines.join('')}${faults === 0 ? 'There are no faults' : `There are ${faults} faults`}, and ${notes} notes.\n`;
}

const count = (number: number) => number.toLocaleString('en-US').padStart(13);
