import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import type { Client } from 'pg';
import { plainOf } from './item-kinds.ts';
import type { Contender, Item } from './item-kinds.ts';
import { quantile } from './quantile.ts';
import { settings } from './settings.ts';

/** What a contender did in one round. */
interface Rates {
  /** Requests a second. */
  throughput: number;
  /** Milliseconds of CPU a request. */
  cpu: number;
}

/** Medians over the rounds of a contender on an item. */
export interface Measured {
  rounds: readonly Rates[];
  /** Requests a second. */
  throughput: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Milliseconds of CPU a request: of the server process, and of the database's backends. */
  cpu: number;
  databaseCpu: number;
  /** Resident, MB. */
  memory: number;
}

type Results = ReadonlyMap<Item, ReadonlyMap<Contender, Measured>>;

const heading = [
  '| item | server | requests/s | of the floor | bar | p50 ms | p99 ms | CPU ms | of the floor | bar | PostgreSQL CPU ms | memory MB | compressed, of the same uncompressed |',
  '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
];

/** The median ratio of two contenders in the same turn, so that a machine that becomes slower or faster changes both. */
export function ratioOf(own: Measured, other: Measured, rate: keyof Rates): number {
  const ratios = own.rounds.map((round, turn) => round[rate] / (other.rounds[turn]?.[rate] ?? Number.NaN));
  return quantile(ratios, 0.5);
}

/** The throughput that compressed answers must have at least, of that of the same answers uncompressed. */
const compressedBar = 0.85;

function line(item: Item, contender: Contender, own: Measured, all: ReadonlyMap<Contender, Measured>): string {
  const floor = all.get('floor') as Measured;
  const plain = all.get(plainOf(contender)) ?? own;
  const share = ratioOf(own, plain, 'throughput');
  const bar = item.bars[contender];
  const throughput = ratioOf(own, floor, 'throughput');
  const cpu = ratioOf(own, floor, 'cpu');
  const cells = [
    contender === 'floor' ? `**${item.name}** ${item.about}` : '',
    contender,
    own.throughput.toFixed(own.throughput < 100 ? 1 : 0),
    contender === 'floor' ? '' : marked(throughput.toFixed(2), !bar || throughput >= bar.throughput),
    bar ? `≥ ${bar.throughput}` : '',
    own.p50.toFixed(2),
    own.p99.toFixed(2),
    own.cpu.toFixed(3),
    contender === 'floor' ? '' : marked(`${cpu.toFixed(2)}×`, !bar || cpu <= bar.cpu),
    bar ? `≤ ${bar.cpu}×` : '',
    own.databaseCpu.toFixed(3),
    own.memory.toFixed(0),
    contender.endsWith(', compressed')
      ? `${marked(share.toFixed(2), share >= compressedBar)} (≥ ${compressedBar})`
      : '',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What misses its bar stands out. */
export const marked = (text: string, good: boolean) => (good ? text : `**${text}**`);

/** The table of a run, as Markdown. */
export function tableOf(results: Results): string {
  const lines = [...results].flatMap(([item, contenders]) => {
    return contenders.has('floor')
      ? [...contenders].map(([contender, own]) => line(item, contender, own, contenders))
      : [];
  });
  return [...heading, ...lines].join('\n');
}

/** The whole page. */
export async function pageOf(results: Results, others: string, client: Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`
    select format('%s users, %s posts, %s workouts, %s friendships, %s comments; PostgreSQL %s, shared_buffers %s',
      (select count(*) from users), (select count(*) from post), (select count(*) from workout),
      (select count(*) from friend_edge) / 2, (select count(*) from comment),
      current_setting('server_version'), current_setting('shared_buffers')) as text`);
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const processor = cpus();
  return `# Results of \`npm run bench\`

${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, node ${process.version},
${processor.length} cores (${processor[0]?.model}), ${(totalmem() / 2 ** 30).toFixed(0)} GB, load generator and PostgreSQL on the same machine.
${rows[0]?.text}.
${settings.connections} connections, medians of ${settings.rounds} rounds of ${settings.seconds} s (X: longer), in which the servers take turns. Ratios are medians of the ratios of
each turn. What misses its bar is in bold.

${tableOf(results)}

${others}

The floor is a bare \`node:http\` + \`pg\` server with one hand-written prepared statement an item (\`floor.ts\`), asked with
the same requests. For uploads it measures distance and duration only, and looks for no duplicates. CPU is user and system
time of the server process a request, PostgreSQL's that of the backends of this database.
`;
}
