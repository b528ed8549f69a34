import { parseArgs } from 'node:util';
import { extract } from '../extract/extract.ts';
import { Sentence } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';

const usage = usageOf('take-over extract');

const options = {
  from: { type: 'string' },
  queries: { type: 'string' },
  to: { type: 'string' },
  files: { type: 'string', multiple: true },
  fetched: { type: 'string' },
  'base-url': { type: 'string' },
} as const;

/** `npx runners take-over extract`: makes a bundle of the database of another service with the SELECTs of a folder. */
export const extractCommand = {
  async run(words: string[]): Promise<void> {
    const { from, queries, to, files, fetched, 'base-url': baseUrl } = valuesOf(words);
    if (!from || !queries || !to) throw new Sentence(usage);
    await extract({ from, queries, to, files, fetched, baseUrl, print: (line) => process.stdout.write(`${line}\n`) });
  },
};

function valuesOf(words: string[]) {
  try {
    return parseArgs({ args: words, options }).values;
  } catch (error) {
    throw new Sentence(`${(error as Error).message}\n${usage}`);
  }
}
