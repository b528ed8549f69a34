import { Unusable } from '../bundle/unusable.ts';
import { isOurs, replaced, rows, sql } from './kind.ts';
import type { Kind } from './kind.ts';

const eventColumns = 'name, event_logo, home_url, info_url, start_date, end_date, amount_per_mile';

/** Charity events. */
export const events: Kind<'events'> = {
  prepare: (event) => ({ row: { ...event }, notes: [] }),
  write: sql.write(
    'events',
    `with ${rows('id bigint, name text, event_logo text, home_url text, info_url text, start_date timestamp, end_date timestamp, amount_per_mile numeric')}
     insert into event (id, ${eventColumns}) select id, ${eventColumns} from r
     on conflict (id) do update set ${replaced(eventColumns)} where ${isOurs('events', 'event.id')} returning id`,
  ),
  stored: sql.stored('events', 'event e', eventColumns),
  staysInUse: true,
  inUse: sql.inUse('events', [['event_participant ep', 'event_participants', 'ep.id', 'ep.event_id = one.id']]),
  remove: sql.remove('events', 'delete from event where id = any($1::bigint[]) returning id'),
};

const participantColumns = 'event_id, user_id, description, user_goal_in_miles, joined_date, left_date';

/** Who takes part in events. */
export const eventParticipants: Kind<'event_participants'> = {
  prepare({ event, user, miles_before: before, ...plain }) {
    const notes = before > 0 ? [`miles_before ${before} is not stored: only the miles of runs count`] : [];
    return { row: { ...plain, event_id: event, user_id: user }, notes };
  },
  write: sql.write(
    'event_participants',
    `with ${rows(`id bigint, event_id bigint, user_id bigint, description text, user_goal_in_miles int, joined_date timestamptz,
       left_date timestamptz`)}
     insert into event_participant (id, ${participantColumns})
     select r.id, r.event_id, r.user_id, r.description, nullif(r.user_goal_in_miles, 0),
       coalesce(r.joined_date, e.start_date at time zone 'UTC'), r.left_date
     from r join event e on e.id = r.event_id
     on conflict (id) do update set ${replaced(participantColumns)} where ${isOurs('event_participants', 'event_participant.id')}
     returning id`,
  ),
  stored: sql.stored('event_participants', 'event_participant p', participantColumns),
  staysInUse: true,
  inUse: sql.inUse('event_participants', [['event_sponsor s', 'sponsors', 's.id', 's.participant_id = one.id']]),
  remove: sql.remove('event_participants', 'delete from event_participant where id = any($1::bigint[]) returning id'),
};

const sponsorColumns = 'participant_id, user_id, name, amount_per_mile, created_date, accepted_date, post_id';

/** What sponsors have promised. */
export const sponsors: Kind<'sponsors'> = {
  prepare({ participant, user, post, ...plain }) {
    if (user === null) throw new Unusable('user is required: a promise of nobody cannot be stored');
    return { row: { ...plain, participant_id: participant, user_id: user, post_id: post }, notes: [] };
  },
  write: sql.write(
    'sponsors',
    `with ${rows(`id bigint, participant_id bigint, user_id bigint, name text, amount_per_mile numeric, created_date timestamptz,
       accepted_date timestamptz, post_id bigint`)}
     insert into event_sponsor (id, ${sponsorColumns})
     select r.id, r.participant_id, r.user_id, coalesce(nullif(r.name, ''), trim(u.first_name || ' ' || u.last_name)), r.amount_per_mile,
       coalesce(r.created_date, p.joined_date), coalesce(r.accepted_date, r.created_date, p.joined_date), r.post_id
     from r join event_participant p on p.id = r.participant_id join users u on u.id = r.user_id
     on conflict (id) do update set ${replaced(sponsorColumns)} where ${isOurs('sponsors', 'event_sponsor.id')} returning id`,
  ),
  stored: sql.stored('sponsors', 'event_sponsor s', sponsorColumns),
  remove: sql.remove('sponsors', 'delete from event_sponsor where id = any($1::bigint[]) returning id'),
};
