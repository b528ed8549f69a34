import type { Contender, Item } from './item-kinds.ts';
import { marked, ratioOf } from './report.ts';
import type { Measured } from './report.ts';

/** How much dearer than the build before an item may be, beyond what two equal builds differ by in the same run. */
const most = 1.1;

/** An item over one interface, compared with the build before. */
interface Comparison {
  /** The CPU time and the requests a second of this build, as multiples of those of the build before. */
  cpu: number;
  throughput: number;
  /** By which factor the CPU times of two equal builds differ, 1 or more. */
  noise: number;
}

function comparisonOf(face: 'REST' | 'GraphQL', all: ReadonlyMap<Contender, Measured>): Comparison | null {
  const [own, before, again] = [all.get(face), all.get(`${face}, before`), all.get(`${face}, again`)];
  if (!own || !before || !again) return null;
  const equal = ratioOf(own, again, 'cpu');
  return {
    cpu: ratioOf(own, before, 'cpu'),
    throughput: ratioOf(own, before, 'throughput'),
    noise: Math.max(equal, 1 / equal),
  };
}

const isDearer = ({ cpu, noise }: Comparison) => cpu > most * noise;

/** The comparison of a run with the build before, as a table, and whether any item is dearer. */
export function comparedWith(
  commit: string,
  results: ReadonlyMap<Item, ReadonlyMap<Contender, Measured>>,
): { table: string; dearer: boolean } {
  const lines: string[] = [];
  let dearer = false;
  for (const [item, all] of results)
    for (const face of ['REST', 'GraphQL'] as const) {
      const compared = comparisonOf(face, all);
      if (!compared) continue;
      dearer ||= isDearer(compared);
      const cpu = marked(compared.cpu.toFixed(2), !isDearer(compared));
      lines.push(
        `| ${item.name} | ${face} | ${cpu} | ${compared.throughput.toFixed(2)} | ${compared.noise.toFixed(2)} |`,
      );
    }
  const heading = `| item | interface | CPU of the process with its threads, of ${commit} | requests a second, of ${commit} | two equal builds, CPU |`;
  return { table: [heading, '|---|---|--:|--:|--:|', ...lines].join('\n'), dearer };
}
