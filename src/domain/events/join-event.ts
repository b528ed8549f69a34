import { LockMode } from '@mikro-orm/core';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid, together } from '../../errors.ts';
import { announceRegistration } from './announce.ts';
import { participationChecks } from './check-participation.ts';
import { EventParticipant } from './event-participant.entity.ts';
import { eventsByIds } from './event.queries.ts';
import { needParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';
import { spanOfParticipant } from './span.ts';

/**
 * `$1` is the event, `$2` the user, and `$3` the current time. The result is whether the event is over for the user.
 */
const eventOver = statement.read<{ over: boolean }>(
  'event_over',
  `select $3::timestamptz >= sp.ends as over from event e left join preferences pr on pr.id = $2
   cross join lateral ${spanOfParticipant} sp where e.id = $1`,
  { all: 'reads the time zone of the user who joins' },
);

/**
 * `$1` is the event, `$2` the user, `$3` the text, and `$4` the goal. There is no row if the user has joined before,
 * which the unique index decides.
 */
const insertParticipant = statement.write<{ id: number }>(
  'insert_participant',
  `insert into event_participant (event_id, user_id, description, user_goal_in_miles)
   values ($1, $2, $3, $4) on conflict (event_id, user_id) do nothing returning id`,
);

/** The fields of a participation. Fields that are left out remain as they are. */
export interface ParticipationInput {
  description?: string | null;
  /** The goal in miles. */
  userGoalInMiles?: number | null;
}

/**
 * Joins an event that is not over, and announces it in the feeds the first time. A second call has no further effect,
 * and a user who has left is a participant again. @throws Failure NOT_FOUND, INVALID
 */
export async function joinEvent(context: Context, eventId: number, input: ParticipationInput): Promise<ParticipantRow> {
  const viewer = viewerOf(context);
  const event = await context.database.one(eventsByIds, [[eventId]]);
  if (!event) throw new Failure('NOT_FOUND');
  const { description, userGoalInMiles: goal } = together(participationChecks(input));
  const dates = await context.database.one(eventOver, [eventId, viewer.id, context.now()]);
  if (dates?.over) throw invalid('eventId', 'is over');
  const participantId = await context.database.transaction(async (tx) => {
    const made = await tx.one(insertParticipant, [eventId, viewer.id, description ?? '', goal]);
    if (made) {
      await announceRegistration(context, tx, { id: made.id, userId: viewer.id, event });
      return made.id;
    }
    const em = await tx.em();
    const before = { event: eventId, user: viewer.id };
    const row = await em.findOne(EventParticipant, before, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw new Failure('NOT_FOUND');
    row.leftDate = null;
    row.description = description ?? row.description;
    row.userGoalInMiles = goal ?? row.userGoalInMiles;
    return row.id;
  });
  return needParticipant(context, participantId);
}
