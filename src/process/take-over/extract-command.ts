import { parseArgs } from 'node:util';
import { extract } from '../../take-over/extract/extract.ts';
import { Sentence } from '../command.ts';

const usage =
  'npx runners take-over extract --from mysql://… | postgres://… --queries FOLDER --to BUNDLE [--files FOLDER] [--base-url URL]';

const options = {
  from: { type: 'string' },
  queries: { type: 'string' },
  to: { type: 'string' },
  files: { type: 'string' },
  'base-url': { type: 'string' },
} as const;

/** `npx runners take-over extract`: makes a bundle of the database of another service with the SELECTs of a folder. */
export const extractCommand = {
  usage,
  async run(words: string[]): Promise<void> {
    const { from, queries, to, files, 'base-url': baseUrl } = valuesOf(words);
    if (!from || !queries || !to) throw new Sentence(`usage: ${usage}`);
    await extract({ from, queries, to, files, baseUrl, print: (line) => process.stdout.write(`${line}\n`) });
  },
};

function valuesOf(words: string[]) {
  try {
    return parseArgs({ args: words, options }).values;
  } catch (error) {
    throw new Sentence(`${(error as Error).message}\nusage: ${usage}`);
  }
}
