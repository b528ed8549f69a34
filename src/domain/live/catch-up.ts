import type { Database } from '../../platform/database/database.ts';
import { Failure } from '../../errors.ts';
import type { LogEvent } from './event-log.ts';
import type { Placed, Stretch } from './feed.ts';
import type { Happened, Listener } from './listeners.ts';
import type { LiveEvent } from './live.ts';
import { missedOf } from './missed.queries.ts';
import { retell } from './retell.ts';

/** Events read in one go. */
export const mostMissed = 200;

/**
 * Reads what a listener may hear of the log after one place and up to another, as it is visible now.
 * @throws Failure CURSOR_EXPIRED when it is deleted meanwhile
 */
export async function readMissed(
  database: Database,
  listener: Listener,
  cells: readonly number[],
  after: number,
  upTo: number,
  tell: (seq: number, happened: Happened) => LiveEvent,
): Promise<Stretch> {
  const [statement, own] = missedOf(listener, cells);
  const rows = await database.all(statement, [after, upTo, mostMissed, own]);
  if (after < (rows[0]?.prunedSeq ?? 0)) throw new Failure('CURSOR_EXPIRED');
  const found = rows.filter((row): row is LogEvent & { prunedSeq: number } => row.seq !== null);
  const told = found.length === 0 ? null : await retell(database, listener, found);
  const events: Placed[] = [];
  for (const { seq } of found) {
    const happened = told?.get(seq);
    if (happened) events.push([seq, tell(seq, happened)]);
  }
  return { events, upTo: found.length < mostMissed ? upTo : (found.at(-1)?.seq ?? upTo) };
}
