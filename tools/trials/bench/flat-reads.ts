import type { Client } from 'pg';
import { quantile } from './quantile.ts';
import type { Line } from './flat-table.ts';

/** Calls of prepared statements, `execute …`: what is asked of one database. */
export interface Calls {
  what: string;
  calls: readonly string[];
}

interface Read {
  blocks: number;
  ms: number;
  /** Rows of the page. */
  shown: number;
}

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
}

/** Has statements planned as the service has them: once. */
export async function asTheService(client: Client): Promise<void> {
  await client.query('set plan_cache_mode = force_generic_plan; set jit = off');
}

/** Runs a call, once before so that what it reads is in memory. */
async function read(client: Client, call: string): Promise<Read> {
  await client.query(call);
  const { rows } = await client.query(`explain (analyze, buffers, timing off, format json) ${call}`);
  const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan; 'Execution Time': number }];
  return { blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], ms, shown: plan['Actual Rows'] };
}

const shares = [0.5, 0.95] as const;
/** Milliseconds for all the reads of a comparison: enough for thousands, unless something is not flat at all. */
const patience = 10_000;

/** Blocks (in memory or not) and milliseconds (median, p95) of the same thing in two databases. */
export async function linesOf(
  [client, other]: readonly [Client, Client],
  [own, others]: readonly [Calls, Calls],
  bar: number,
): Promise<Line[]> {
  const all: [Read[], Read[]] = [[], []];
  const end = performance.now() + patience;
  for (let n = 0; n < Math.max(own.calls.length, others.calls.length) && performance.now() < end; n++) {
    const [call, another] = [own.calls[n], others.calls[n]];
    if (call) all[0].push(await read(client, call));
    if (another) all[1].push(await read(other, another));
  }
  const shown = all.map((reads) => (reads.reduce((sum, one) => sum + one.shown, 0) / reads.length).toFixed(1));
  const figures = (reads: Read[], value: (one: Read) => number) =>
    shares.map((share) => quantile(reads.map(value), share));
  const line = (figure: string, digits: number, value: (one: Read) => number): Line => ({
    what: own.what,
    figure,
    from: figures(all[0], value),
    to: figures(all[1], value),
    digits,
    bar,
  });
  return [
    line(
      `blocks, median / p95 (of ${all[1].length} reads; rows shown: ${shown.join(', ')})`,
      0,
      ({ blocks }) => blocks,
    ),
    line('ms, median / p95', 2, ({ ms }) => ms),
  ];
}
