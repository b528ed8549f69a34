import type { Database } from '../../platform/database/database.ts';
import { replay } from './deliver.ts';
import type { MakeEvent } from './deliver.ts';
import type { ReplayPage } from './subscription.ts';
import type { EventSources } from './interests/interest.ts';
import { readMissedEvents } from './interests/missed.ts';
import type { Listener } from './listeners.ts';
import { mostChanged } from './read-changes.ts';

/** The number of events that are read at a time. */
const mostMissed = 200;

/**
 * Reads the events for a listener after one position of the log and up to another, as they are visible now.
 * @throws Failure CURSOR_EXPIRED when they are deleted in the meantime
 */
export async function readMissed(
  database: Database,
  listener: Listener,
  missed: EventSources['missed'],
  after: number,
  upTo: number,
  make: MakeEvent,
): Promise<ReplayPage> {
  // All changes of a page are one event, which has no more of them than a page of the query.
  const most = listener.interest.kind === 'changes' ? mostChanged : mostMissed;
  const found = await readMissedEvents(database, missed, { after, upTo, most });
  if (found.length > 0) await database.replicas?.settled();
  const events = await replay(database, listener, found, make);
  return { events, upTo: found.length < most ? upTo : (found.at(-1)?.seq ?? upTo) };
}
