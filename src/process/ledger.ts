import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLedger } from '../retiring/usage-ledger.ts';
import { runCommand, Sentence } from './command.ts';
import { openLedger, sourceOptions, withDatabase } from './open-ledger.ts';

const usage = 'usage: npx runners ledger [--out FILE] [--hours | --service URL --key KEY]';

/**
 * `npx runners ledger`: exports who has called what, by day or by hour, as JSON. `npm run check` judges changes of the schema by such
 * a file (docs/retiring.md).
 */
runCommand(async (words, configured) => {
  const { out, hours, ...source } = readWords(words);
  const ledger = hours
    ? await withDatabase(configured, (database) => readLedger(database, new Date(), 'hour'))
    : await openLedger(source, configured);
  const text = `${JSON.stringify(ledger, null, 1)}\n`;
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text);
});

/** @throws Sentence for other words than those of the command */
function readWords(words: string[]) {
  const { service, key } = sourceOptions;
  try {
    const options = { out: { type: 'string' }, hours: { type: 'boolean' }, service, key } as const;
    const { values } = parseArgs({ args: words, options });
    if ((values.service === undefined) === (values.key === undefined) && !(values.hours && values.service))
      return values;
  } catch {
    // The usage is printed below.
  }
  throw new Sentence(usage);
}
