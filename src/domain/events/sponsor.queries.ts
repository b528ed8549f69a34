import { selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { listOfEach } from '../../platform/database/list.ts';
import { sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Sees } from '../../platform/database/statement.ts';
import { about, every, ofThing, ofViewer, some, sqlOf } from '../rules/rule.ts';
import { isNotSuspended, isPresent, userRule, userVisibleTo } from '../rules/visibility.ts';
import { EventSponsor } from './event-sponsor.entity.ts';

const sponsorNames = [
  'id',
  'participantId',
  'name',
  'amountPerMile',
  'createdDate',
  'acceptedDate',
] as const satisfies (keyof Stored<EventSponsor>)[];

/** A promise, accepted or not, as it is read, from which the type `EventSponsor` of GraphQL is made. */
export type SponsorRow = Pick<Stored<EventSponsor>, (typeof sponsorNames)[number]>;

const columns = selected(EventSponsor, 'es', sponsorNames);

const belowParticipant = {
  all: 'of participants that the reader was shown: accepted promises are visible to everyone who sees the participant',
};
const ownParticipation = { all: "of the viewer's own participations only, which `schema/events/` checks first" };

/** `$1` are participants. The rows are the promises to each, oldest first. */
const promises = (name: string, counts: string, condition: string, sees: Sees) =>
  listOfEach<SponsorRow>({
    name,
    order: 'oldest first',
    of: 'participantId',
    parameters: 1,
    rows: ({ within, order, slice, ids }) =>
      sql`select ${columns} from unnest(${ids}) requested(id) cross join lateral (
     select o.* from event_sponsor o where o.participant_id = requested.id and o.${condition} and ${isPresent('o.user_id')} and ${within('o.id')}
     order by o.id ${order} ${slice}
   ) es order by es.id`,
    sees: [sees],
    total: statement.read(
      counts,
      `select es.participant_id as id, count(*) as count from event_sponsor es
   where es.participant_id = any($1::bigint[]) and es.${condition} and ${isPresent('es.user_id')} group by es.participant_id`,
      sees,
    ),
  });

const accepted = 'accepted_date is not null';
/** The accepted sponsors. */
export const sponsorsOfParticipants = promises(
  'sponsors_of_participants',
  'sponsor_counts',
  accepted,
  belowParticipant,
);
/** The promises that are not accepted yet, which only the participant may see. */
export const waitingSponsors = promises(
  'waiting_sponsors',
  'waiting_sponsor_counts',
  'accepted_date is null',
  ownParticipation,
);

/** An accepted promise is visible to everyone who sees the participant, and any other one to its two users. */
export const sponsorRule = every(
  userRule('$1', 'ep.user_id'),
  about('sponsor', isNotSuspended('es.user_id')),
  some(ofThing('accepted', `es.${accepted}`), ofViewer('owner', '$1 in (es.user_id, ep.user_id)')),
);

/** `$1` is the viewer, and `$2` are ids. */
export const sponsorsByIds = statement.read<SponsorRow>(
  'sponsors_by_ids',
  `select ${columns} from event_sponsor es join event_participant ep on ep.id = es.participant_id
   where es.id = any($2::bigint[]) and ${sqlOf(sponsorRule)}`,
  userVisibleTo,
);

/** `$1` is the viewer, and `$2` are participants. The rows are the viewer's own promises to them. */
export const promisesOf = statement.read<SponsorRow>(
  'promises_of',
  `select ${columns} from event_sponsor es where es.user_id = $1 and es.participant_id = any($2::bigint[])`,
  { owner: 'es.user_id = $1' },
);
