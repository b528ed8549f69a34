import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { manifestOf } from '../bundle/manifest.ts';
import type { Manifest } from '../bundle/manifest.ts';
import { openBundle } from '../bundle/open.ts';
import type { Bundle } from '../bundle/open.ts';
import { BundleRefused } from '../../../src/platform/archives/refused.ts';
import { AddressesInConflict } from '../load/conflicts.ts';
import { Sentence } from '../../../src/process/command.ts';

/** Opens a bundle with its manifest for a step, and closes it. @throws Sentence for what is no bundle, and for people who share an address */
export async function withBundle(
  path: string,
  step: (bundle: Bundle, manifest: Manifest) => Promise<void>,
): Promise<void> {
  const bundle = await openGiven(path);
  try {
    const { manifest, faults } = manifestOf(bundle);
    if (!manifest) {
      const sentences = faults.map(({ field, sentence }) => `${field} ${sentence}`.trim());
      throw new Sentence(`manifest.json ${sentences.join('; ')}.`);
    }
    await step(bundle, manifest);
  } catch (error) {
    throw error instanceof AddressesInConflict ? new Sentence(sentenceOf(error)) : error;
  } finally {
    await bundle.close();
  }
}

/** What `load` and `verify` are given. @throws Sentence that says how they are used */
export function givenBundle(words: string[], usage: string): { path: string; report: string; keepers: Set<number> } {
  const { values, positionals } = parseArgs({
    args: words,
    options: { conflicts: { type: 'string' }, report: { type: 'string', default: 'take-over-report' } },
    allowPositionals: true,
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new Sentence(usage);
  const { conflicts, report } = values;
  return { path, report, keepers: conflicts === undefined ? new Set() : idsIn(conflicts) };
}

/** Opens a bundle. @throws Sentence for what is none */
export function openGiven(path: string): Promise<Bundle> {
  return openBundle(path).catch((error: unknown) => {
    throw error instanceof BundleRefused ? new Sentence(error.message) : error;
  });
}

/** The ids of a file, one on each line. @throws Sentence */
function idsIn(path: string): Set<number> {
  const lines = readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => !/^\s*\d{1,16}\s*$/.test(line));
  if (wrong === undefined) return new Set(lines.map(Number));
  const shown = JSON.stringify(wrong.slice(0, 40));
  throw new Sentence(`${path}: each line must be the id of a person who keeps the address, and not ${shown}`);
}

/** So many conflicts are printed. */
const printed = 20;

function sentenceOf({ conflicts }: AddressesInConflict): string {
  const lines = conflicts.slice(0, printed).map(({ address, people }) => {
    const names = people.map(({ id, username }) => `${id} (${username})`);
    return `  ${address}: ${names.join(', ')}`;
  });
  const more = conflicts.length > printed ? `\n  and ${conflicts.length - printed} more` : '';
  return `Nothing was loaded, because people share an address. Write the ids of those who keep it into a file, one on each line, and name it with --conflicts:\n${lines.join('\n')}${more}`;
}
