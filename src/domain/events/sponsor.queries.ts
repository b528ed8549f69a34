import { selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
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

const pages = (order: 'asc' | 'desc', condition: string) =>
  `select ${columns} from unnest($1::bigint[]) requested(id) cross join lateral (
     select o.* from event_sponsor o where o.participant_id = requested.id and o.${condition} and ${isPresent('o.user_id')} and o.id > $2
       and o.id < coalesce($3::bigint, 9223372036854775807) order by o.id ${order} limit $4 offset $5
   ) es order by es.id`;

const accepted = 'accepted_date is not null';
const waiting = 'accepted_date is null';

/**
 * `$1` are participants, `$2` is the cursor after which, and `$3` the one before which the sponsors are (or null), `$4`
 * the limit, and `$5` the offset. The rows are the accepted sponsors of each, oldest first.
 */
export const sponsorsOfParticipants = statement.read<SponsorRow>(
  'sponsors_of_participants',
  pages('asc', accepted),
  belowParticipant,
);

/** A page of sponsors, beginning with the newest. */
export const newestSponsorsOfParticipants = statement.read<SponsorRow>(
  'newest_sponsors_of_participants',
  pages('desc', accepted),
  belowParticipant,
);

/** As `sponsorsOfParticipants`, for promises that are not accepted yet, which only the participant may see. */
export const waitingSponsors = statement.read<SponsorRow>('waiting_sponsors', pages('asc', waiting), ownParticipation);
export const newestWaitingSponsors = statement.read<SponsorRow>(
  'newest_waiting_sponsors',
  pages('desc', waiting),
  ownParticipation,
);

const counts = (condition: string) => `select es.participant_id as id, count(*) as count from event_sponsor es
   where es.participant_id = any($1::bigint[]) and es.${condition} and ${isPresent('es.user_id')} group by es.participant_id`;

/** `$1` are participants. */
export const sponsorCounts = statement.read<{ id: number; count: number }>(
  'sponsor_counts',
  counts(accepted),
  belowParticipant,
);
export const waitingSponsorCounts = statement.read<{ id: number; count: number }>(
  'waiting_sponsor_counts',
  counts(waiting),
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
