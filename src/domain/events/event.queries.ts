import { list } from '../../platform/database/list.ts';
import { sql } from '../../platform/database/sql.ts';
import { columnOf, columnsOf, prefixed, selected } from '../../platform/database/columns.ts';
import type { ColumnName, Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { Event } from './event.entity.ts';
import { shownAddressSql } from './web-address.ts';

/**
 * An event as it is read, from which the type `Event` of GraphQL is made. Its dates are `YYYY-MM-DDTHH:MM:SS.ffffff`
 * without a zone.
 */
export type EventRow = Omit<Stored<Event>, 'createdDate'>;

const addressNames = ['eventLogo', 'homeUrl', 'infoUrl'] as const;
const plainNames = columnsOf(Event, { without: [...addressNames, 'startDate', 'endDate', 'createdDate'] });

/** SQL for a wall-clock time as text, with six fraction digits like every timestamp (decisions W8). */
function wallClock(column: string): string {
  return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
}

/** The columns of an `EventRow` from `event e`. `prefix` distinguishes them from others of the row. */
export function eventColumns(prefix = ''): string {
  const shown = (name: ColumnName<Event>, form: (column: string) => string) =>
    `${form(`e.${columnOf(Event, name)}`)} as "${prefixed(prefix, name)}"`;
  const addresses = addressNames.map((name) => shown(name, shownAddressSql));
  const dates = (['startDate', 'endDate'] as const).map((name) => shown(name, wallClock));
  return [selected(Event, 'e', plainNames, prefix), ...addresses, ...dates].join(', ');
}

/** `$1` are ids of events. Events are visible to every signed-in user. */
export const eventsByIds = statement.read<EventRow>(
  'events_by_ids',
  `select ${eventColumns()} from event e where e.id = any($1::bigint[])`,
);

export const listedEvents = list<EventRow>({
  name: 'listed_events',
  order: 'newest first',
  parameters: 0,
  rows: ({ within, order, slice }) =>
    sql`select ${eventColumns()} from event e where ${within('e.id')} order by e.id ${order} ${slice}`,
  total: statement.read('event_count', 'select count(*) as count from event'),
});
