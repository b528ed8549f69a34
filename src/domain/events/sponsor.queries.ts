import { statement } from '../../platform/database/statement.ts';

/** Somebody's promise: what GraphQL's `EventSponsor` is made from. */
export interface SponsorRow {
  id: number;
  participantId: number;
  name: string;
  amountPerMile: number;
  createdDate: string;
}

const columns = `es.id, es.participant_id as "participantId", es.name, es.amount_per_mile as "amountPerMile",
  es.created_date as "createdDate"`;

const pages = (order: 'asc' | 'desc') =>
  `select ${columns} from unnest($1::bigint[]) asked(id) cross join lateral (
     select o.* from event_sponsor o where o.participant_id = asked.id and o.id > $2
       and o.id < coalesce($3::bigint, 9223372036854775807) order by o.id ${order} limit $4 offset $5
   ) es order by es.id`;

/** `$1` participants, `$2` after, `$3` before or null, `$4` limit, `$5` offset: sponsors of each, oldest first. */
export const sponsorsOfParticipants = statement<SponsorRow>('sponsors_of_participants', pages('asc'));

/** The same, counted from the newest. */
export const newestSponsorsOfParticipants = statement<SponsorRow>('newest_sponsors_of_participants', pages('desc'));

/** `$1` participants. */
export const sponsorCounts = statement<{ id: number; count: number }>(
  'sponsor_counts',
  `select es.participant_id as id, count(*) as count from event_sponsor es
   where es.participant_id = any($1::bigint[]) group by es.participant_id`,
);
