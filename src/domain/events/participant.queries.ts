import { list, listOfEach } from '../../platform/database/list.ts';
import { selectedTexts } from '../../platform/database/columns.ts';
import { idsAt, sql } from '../../platform/database/sql.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { userColumns } from '../people/user.queries.ts';
import { isPresent, isSuspended, offTerms, onTerms, userVisibleTo } from '../rules/visibility.ts';
import { EventParticipant } from './event-participant.entity.ts';
import { eventColumns } from './event.queries.ts';
import { participantNames, participantRow } from './participant.row.ts';
import type { FlatParticipant, ParticipantRow } from './participant.row.ts';
import { activeAt, hotAt, longOver, spanOfParticipant } from './span.ts';
import { metersAMile } from '@runners/recordings';

const now = '$2::timestamptz';

/**
 * Columns of participants. Their figures are computed in these statements, for all rows of a page at once, from the
 * current workouts and promises (decisions R17). Every statement takes `$1` the viewer and `$2` the current time.
 */
const columns = sql`${selectedTexts(EventParticipant, 'ep', participantNames)}, sp.starts as "startsDate", sp.ends as "endsDate", ${activeAt(now)} as active,
  ${hotAt(now)} as hot, m.miles as "totalMilesLogged", e.amount_per_mile + s.amount as "amountPerMile",
  round((e.amount_per_mile + s.amount) * m.miles, 2) as "totalRaised", ${eventColumns('event')}, ${userColumns('u', 'user')}`;

/** The event `e` of participants `ep`, and the time during which it takes place for them. */
const spans = `join event e on e.id = ep.event_id left join preferences pr on pr.id = ep.user_id
  cross join lateral ${spanOfParticipant} sp`;

/** Their user, their miles until the end or until they left, and the sum of the promises. */
const figures = `join users u on u.id = ep.user_id cross join lateral (
    select round(coalesce(sum(w.distance_in_meters), 0) / ${metersAMile}, 2) as miles from workout w
    where w.user_id = ep.user_id and w.run_date >= sp.starts and w.run_date < least(sp.ends, ep.left_date)
  ) m cross join lateral (
    select coalesce(sum(es.amount_per_mile), 0) as amount from event_sponsor es
    where es.participant_id = ep.id and es.accepted_date is not null and ${isPresent('es.user_id')}
  ) s`;

/** The miles include private runs of the participant (decisions R17). */
const everyRun = { all: 'the figures count all runs of the participant' };

/** Complete rows for the participants `ep` that `from` selects. */
const participants = (from: string | Sql) => sql`select ${columns} from ${from} ${spans} ${figures}`;

/** `$3` are ids of participants. */
export const flatParticipantsByIds = statement.read<FlatParticipant>(
  'participants_by_ids',
  sql`${participants('event_participant ep')} where ep.id = any(${idsAt(3)}) and ${userVisibleTo('$1', 'ep.user_id')}`,
  userVisibleTo,
  everyRun,
);

/** `$3` are ids of events. The rows are the viewer's own participations in them. */
export const flatParticipationsIn = statement.read<FlatParticipant>(
  'participations_in',
  sql`${participants('event_participant ep')} where ep.event_id = any(${idsAt(3)}) and ep.user_id = $1`,
  { owner: 'ep.user_id = $1' },
);

/** `$3` are ids of events. The newest participants of each come first. */
export const participantsOfEvents = listOfEach<FlatParticipant, ParticipantRow>({
  name: 'participants_of_events',
  order: 'newest first',
  of: 'eventId',
  parameters: 3,
  rows: ({ within, order, slice, ids }) =>
    sql`${participants(sql`unnest(${ids}) requested(id) cross join lateral (
    select o.* from event_participant o where o.event_id = requested.id and o.left_date is null and ${within('o.id')}
      and ${onTerms('$1', 'o.user_id')} order by o.id ${order} ${slice}
  ) ep`)} order by ep.id ${order}`,
  sees: [onTerms, everyRun],
  row: participantRow,
  // `$2` are ids of events here.
  total: statement.read(
    'participant_counts',
    `select ep.event_id as id, count(*) as count from event_participant ep where ep.event_id = any($2::bigint[])
     and ep.left_date is null and ${onTerms('$1', 'ep.user_id')} group by ep.event_id`,
    onTerms,
  ),
});

/** A list of participations: `$1` is the viewer, `$2` the current time, and `$3` the user (0: all users). */
function listOf(name: string, condition: string, count?: string) {
  const listed = `${condition} and ${onTerms('$1', 'ep.user_id')}`;
  const hot = name.startsWith('hot');
  // The dates are needed before the page is selected only if the participations have to be hot.
  const found = `event_participant ep ${hot ? spans : ''} where ${hot ? `not ${longOver(now)} and ${hotAt(now)} and` : ''} ${listed}`;
  const unused = `and ${now} is not null and $3::bigint is not null`;
  return list<FlatParticipant, ParticipantRow>({
    name: `${name}_page`,
    order: 'newest first',
    parameters: 3,
    rows: ({ within, order, slice }) =>
      sql`${participants(sql`(
        select ep.* from ${found} ${unused} and ${within('ep.id')} order by ep.id ${order} ${slice}
      ) ep`)} order by ep.id ${order}`,
    sees: [onTerms, everyRun],
    row: participantRow,
    total: statement.read(
      `${name}_count`,
      count ?? `select count(*) as count from ${found} ${unused}`,
      count ? offTerms : onTerms,
    ),
  });
}

/** The lists: of all users or one user, with all participations or the hot ones. */
export const participantLists = {
  // All participations minus the hidden ones, which is faster than checking each of them.
  all: listOf(
    'participants',
    'true',
    `select (select count(*) from event_participant)
       - (select count(*) from event_participant ep where ep.user_id in ${offTerms('$1')}
         or ${isSuspended('ep.user_id')}) as count
     where ${now} is not null and $3::bigint is not null`,
  ),
  hot: listOf('hot_participants', 'true'),
  ofUser: listOf('participants_of_user', 'ep.user_id = $3'),
  hotOfUser: listOf('hot_participants_of_user', 'ep.user_id = $3'),
};
