import { allBounds } from '../platform/bounds.ts';
import type { Bound } from '../platform/bounds.ts';
import { writeGeneratedPart } from '../platform/generated-file.ts';
// All modules of the service declare their bounds when they are loaded.
import '../server/server.ts';

/**
 * A part of `npm run docs`, which writes the table of docs/bounds.md from the declarations in the code. With `--check` it writes
 * nothing and fails if the committed table is outdated.
 */
const units: Readonly<Record<string, [size: number, name: string]>> = {
  GiB: [2 ** 30, 'GiB'],
  MiB: [2 ** 20, 'MiB'],
};

function limitOf({ limit, unit }: Bound): string {
  if (typeof limit === 'string') return limit;
  return amount(limit, unit);
}

function amount(size: number, unit: string): string {
  const [one, name] = Object.values(units).find(([least]) => unit === 'bytes' && size >= least) ?? [1, unit];
  return `${(size / one).toLocaleString('en-US')} ${name}`;
}

function shareOf({ share, unit }: Bound): string {
  if (typeof share === 'string') return share;
  return [share.person, share.address, share.network].map((part) => amount(part, unit)).join(', ');
}

const rows = allBounds().map((bound) => [
  `\`${bound.name}\``,
  bound.holds,
  limitOf(bound),
  shareOf(bound),
  bound.beyond,
  `\`${bound.file}\``,
]);
const table = [
  ['Gauge', 'Content', 'Limit', 'Share of a person, an address, a network', 'When the limit is reached', 'File'],
  ['---', '---', '---', '---', '---', '---'],
  ...rows,
]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');

writeGeneratedPart('docs/bounds.md', table);
