import type { ChannelsOf } from '../notifications/announcer.ts';
import { replay } from '../hearing/deliver.ts';
import type { Hearing, MakeEvent } from '../hearing/deliver.ts';
import type { Listener } from '../hearing/listeners.ts';
import type { EventLog, LoggedEvent } from '../log/event-log.ts';
import type { ReplayPage } from './subscription.ts';

/** A part of the log: the events after a position and up to another, at most so many. */
export interface Range {
  after: number;
  upTo: number;
  most: number;
}

/** Where the events of a subscription are found: in this process, on the channels between processes, and in the log. */
export interface Sources<Event> {
  /** Its topics in this process; none if there can be no events for it. */
  topics: readonly string[];
  /** The channels on which other processes publish. They are determined again when an event has changed them. */
  channels: ChannelsOf;
  /** Reads the events that may concern it, in order. It throws `expired` when some are deleted. */
  missed(range: Range): Promise<readonly Event[]>;
  /** The number of events that are read at a time. */
  most: number;
}

/**
 * Reads the events for a listener after one position of the log and up to another, as they are visible now.
 * @throws what `missed` throws when they are deleted in the meantime
 */
export async function readMissed<Event extends LoggedEvent, Who, Happened>(
  log: EventLog<Event>,
  hearing: Hearing<Event, Who, Happened>,
  listener: Listener<Who>,
  { missed, most }: Sources<Event>,
  { after, upTo }: { after: number; upTo: number },
  make: MakeEvent<Happened>,
): Promise<ReplayPage<Happened>> {
  const found = await missed({ after, upTo, most });
  if (found.length > 0) await log.settled();
  const events = await replay(hearing, listener, found, make);
  return { events, upTo: found.length < most ? upTo : (found.at(-1)?.seq ?? upTo) };
}
