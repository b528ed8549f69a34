import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runCommand, Sentence } from './command.ts';
import { usageOf } from './command-usage.ts';
import { openLedger, sourceOptions } from './open-ledger.ts';

const usage = usageOf('ledger');

/**
 * `npx runners ledger`: exports who has called what, by day, as JSON. `npm run check` judges changes of the schema by such
 * a file (docs/retiring.md).
 */
runCommand(async (words, configured) => {
  const { out, ...source } = readWords(words);
  const ledger = await openLedger(source, configured);
  const text = `${JSON.stringify(ledger, null, 1)}\n`;
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text);
});

/** @throws Sentence for other words than those of the command */
function readWords(words: string[]) {
  const { service, key } = sourceOptions;
  try {
    const options = { out: { type: 'string' }, service, key } as const;
    const { values } = parseArgs({ args: words, options });
    if ((values.service === undefined) === (values.key === undefined)) return values;
  } catch {
    // The usage is printed below.
  }
  throw new Sentence(usage);
}
