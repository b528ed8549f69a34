import { rowsOf, sql } from './kind.ts';
import type { Kind } from './kind.ts';
import { Table } from './table.ts';

/** Charity events. */
export const events: Kind<'events'> = {
  ...rowsOf('events', { from: { e: new Table('event', 'events') } }),
  staysInUse: true,
  inUse: sql.inUse('events', [['event_participant ep', 'event_participants', 'ep.id', 'ep.event_id = one.id']]),
};

const participant = new Table('event_participant', 'event_participants', {
  values: {
    joined_date: `coalesce(r.joined_date, e.start_date at time zone 'UTC')`,
  },
});

/** Who takes part in events. */
export const eventParticipants: Kind<'event_participants'> = {
  ...rowsOf('event_participants', { from: { p: participant }, join: 'join event e on e.id = r.event_id' }),
  staysInUse: true,
  inUse: sql.inUse('event_participants', [['event_sponsor s', 'sponsors', 's.id', 's.participant_id = one.id']]),
};

const sponsor = new Table('event_sponsor', 'sponsors', {
  values: {
    name: `coalesce(nullif(r.name, ''), trim(u.first_name || ' ' || u.last_name))`,
    created_date: 'coalesce(r.created_date, p.joined_date)',
    accepted_date: 'coalesce(r.accepted_date, r.created_date, p.joined_date)',
  },
});

/** What sponsors have promised. */
export const sponsors: Kind<'sponsors'> = rowsOf('sponsors', {
  from: { s: sponsor },
  join: 'join event_participant p on p.id = r.participant_id left join users u on u.id = r.user_id',
});
