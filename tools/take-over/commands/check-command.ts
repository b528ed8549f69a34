import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { checkBundle } from '../bundle/check.ts';
import type { CheckResult, Found } from '../bundle/check.ts';
import { quoted } from '../../../src/platform/archives/file-name.ts';
import { Sentence } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';
import { openGiven } from './given-bundle.ts';
import { NoteSummary } from './note-summary.ts';

const usage = usageOf('take-over check');

/**
 * `npx runners take-over check BUNDLE`: prints every fault of a bundle, with its file, line and field, and counts them. Notes are
 * counted by what they say, and printed one by one with `--notes`. The exit code is 1 if there are faults. It writes nothing.
 */
export const checkCommand = {
  async run(words: string[]): Promise<void> {
    const { values, positionals } = parseArgs({
      args: words,
      options: { notes: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new Sentence(usage);
    const bundle = await openGiven(path);
    try {
      const notes = new NoteSummary();
      const result = await checkBundle(bundle, async (found) => {
        if (found.severity === 'note') notes.add(found);
        if (found.severity === 'fault' || values.notes) await print(`${lineOf(found)}\n`);
      });
      await print(`${values.notes ? '' : notes.text()}${countsOf(result)}`);
      if (result.faults > 0) process.exitCode = 1;
    } finally {
      await bundle.close();
    }
  },
};

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
      `${name.padEnd(20)}${count(read)} read${count(faulty)} faulty${count(noted)} with notes\n`,
  );
  return `${lines.join('')}${faults === 0 ? 'There are no faults' : `There are ${faults} faults`}, and ${notes} notes.\n`;
}

const count = (number: number) => number.toLocaleString('en-US').padStart(13);
