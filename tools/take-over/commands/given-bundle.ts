import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { manifestOf } from '../bundle/manifest.ts';
import type { Manifest } from '../bundle/manifest.ts';
import { openBundle } from '../bundle/open.ts';
import type { Bundle } from '../bundle/open.ts';
import { BundleRefused } from '../../../src/platform/archives/refused.ts';
import { AddressesInConflict } from '../load/conflicts.ts';
import type { Keepers } from '../load/conflicts.ts';
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
export function givenBundle(
  words: string[],
  usage: string,
): { path: string; report: string; keepers: Keepers; isDry: boolean } {
  const { values, positionals } = parseArgs({
    args: words,
    options: {
      conflicts: { type: 'string' },
      report: { type: 'string', default: 'take-over-report' },
      'dry-run': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new Sentence(usage);
  const { conflicts, report, 'dry-run': isDry } = values;
  return { path, report, keepers: keepersIn(conflicts), isDry };
}

/** Who keeps shared addresses: a rule, or the ids in a file. @throws Sentence */
export function keepersIn(conflicts: string | undefined): Keepers {
  if (conflicts === undefined) return new Set();
  return conflicts === 'last-sign-in' || conflicts === 'oldest' ? conflicts : idsIn(conflicts);
}

/** Opens a bundle. @throws Sentence for what is none */
export function openGiven(path: string): Promise<Bundle> {
  return openBundle(path).catch((error: unknown) => {
    throw error instanceof BundleRefused ? new Sentence(error.message) : error;
  });
}

/** The ids of a file, one on each line. @throws Sentence */
function idsIn(path: string): Set<number> {
  if (!existsSync(path))
    throw new Sentence(`--conflicts ${path}: there is no such file, and it is neither last-sign-in nor oldest`);
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
  return `Nothing was loaded, because people share an address. Say who keeps it, by --conflicts last-sign-in, --conflicts oldest, or --conflicts FILE with their ids, one on each line:\n${lines.join('\n')}${more}`;
}
