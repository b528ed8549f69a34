import type { Database } from '../database/database.ts';
import type { Gauge } from '../observability/metrics.ts';

/** What waits in a queue. */
interface QueueState {
  name: string;
  waiting: number;
  failed: number;
  /** Seconds for which the job that is due longest has been due. */
  overdue: number;
}

const states = `select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
    count(*) filter (where state = 'failed')::int as failed,
    coalesce(extract(epoch from clock_timestamp() - min(start_after) filter
      (where state in ('created', 'retry') and start_after <= clock_timestamp())), 0)::float8 as overdue
  from pgboss.job where name = any($1) group by name`;
/** Milliseconds for which one look serves the three metrics. */
const freshMs = 500;

/** What waits in the queues, which all processes share. @param names of the queues, looked up each time */
export function jobGauges(database: Database, names: () => readonly string[]): Gauge[] {
  let look: Promise<QueueState[]> | null = null;
  const read = () => {
    if (look) return look;
    setTimeout(() => (look = null), freshMs).unref();
    return (look = readStates());
  };
  async function readStates(): Promise<QueueState[]> {
    const result = await database.execute({ text: states, values: [[...names()]] });
    return (Array.isArray(result) ? (result[0]?.rows ?? []) : result.rows) as QueueState[];
  }
  const gauge = (name: string, help: string, of: (state: QueueState) => number): Gauge => ({
    name,
    help,
    type: 'gauge',
    label: 'queue',
    shared: true,
    async read() {
      const found = new Map((await read()).map((state) => [state.name, of(state)]));
      return Object.fromEntries(names().map((queue) => [queue, Number(found.get(queue) ?? 0)]));
    },
  });
  return [
    gauge('runners_jobs_waiting', 'Jobs that wait, including those to be tried again.', ({ waiting }) => waiting),
    gauge('runners_jobs_given_up', 'Jobs that were given up in the last 14 days.', ({ failed }) => failed),
    gauge('runners_jobs_overdue_seconds', 'How long the oldest due job has waited.', ({ overdue }) => overdue),
  ];
}
