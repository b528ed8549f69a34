import { LockMode } from '@mikro-orm/core';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { announceRegistration } from './announce.ts';
import { checkDescription, checkGoal } from './check-participation.ts';
import { EventParticipant } from './event-participant.entity.ts';
import { eventsByIds } from './event.queries.ts';
import { needParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';
import { spanOfParticipant } from './span.ts';

/** `$1` event, `$2` user, `$3` now: whether it is over for them. */
const eventOver = statement<{ over: boolean }>(
  'event_over',
  `select $3::timestamptz >= sp.ends as over from event e left join preferences pr on pr.id = $2
   cross join lateral ${spanOfParticipant} sp where e.id = $1`,
  { all: 'reads the time zone of the one who joins' },
);

/** `$1` event, `$2` user, `$3` text, `$4` goal. No row when they have joined before: the unique index decides. */
const insertParticipant = statement<{ id: number }>(
  'insert_participant',
  `insert into event_participant (event_id, user_id, description, user_goal_in_miles)
   values ($1, $2, $3, $4) on conflict (event_id, user_id) do nothing returning id`,
);

/** What somebody says of their participation; what is left out stays as it is. */
export interface ParticipationInput {
  description?: string | null;
  /** Miles. */
  userGoalInMiles?: number | null;
}

/**
 * Takes part in an event that is not over, and tells so in the feeds the first time. Joining twice is joining once; who had
 * left is back. @throws Failure NOT_FOUND, INVALID
 */
export async function joinEvent(context: Context, eventId: number, input: ParticipationInput): Promise<ParticipantRow> {
  const viewer = viewerOf(context);
  const event = await context.database.one(eventsByIds, [[eventId]]);
  if (!event) throw new Failure('NOT_FOUND');
  const description = input.description == null ? null : checkDescription(input.description);
  const goal = input.userGoalInMiles == null ? null : checkGoal(input.userGoalInMiles);
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
