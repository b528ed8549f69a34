import { statement } from '../../platform/database/statement.ts';

/** An event as it is read: what GraphQL's `Event` is made from. */
export interface EventRow {
  id: number;
  name: string;
  /** URLs; logo and info may be empty. */
  eventLogo: string;
  homeUrl: string;
  infoUrl: string;
  /** Wall-clock time of each participant, `YYYY-MM-DDTHH:MM:SS.ffffff` without a zone. */
  startDate: string;
  endDate: string;
  /** Before sponsors. */
  amountPerMile: number;
}

/** SQL for a wall-clock time as text, six digits like every timestamp (decisions W8). */
function wallClock(column: string): string {
  return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
}

/** The columns of an `EventRow` from `event e`; `prefix` keeps them apart from others of the row. */
export function eventColumns(prefix = ''): string {
  const name = (key: string) => (prefix === '' ? key : prefix + key[0]?.toUpperCase() + key.slice(1));
  return `e.id as "${name('id')}", e.name as "${name('name')}", e.event_logo as "${name('eventLogo')}",
    e.home_url as "${name('homeUrl')}", e.info_url as "${name('infoUrl')}", ${wallClock('e.start_date')} as "${name('startDate')}",
    ${wallClock('e.end_date')} as "${name('endDate')}", e.amount_per_mile as "${name('amountPerMile')}"`;
}

/** `$1` event ids. Events are there for everyone who is signed in. */
export const eventsByIds = statement<EventRow>(
  'events_by_ids',
  `select ${eventColumns()} from event e where e.id = any($1::bigint[])`,
);

/** `$1` limit, `$2` offset, `$3` only events before this id; newest first. */
export const listedEvents = statement<EventRow>(
  'listed_events',
  `select ${eventColumns()} from event e where e.id < $3::bigint order by e.id desc limit $1 offset $2`,
);

export const eventCount = statement<{ count: number }>('event_count', 'select count(*) as count from event');
