import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { checkDescription, checkGoal } from './check-participation.ts';
import { ownParticipant } from './find-participant.ts';
import type { ParticipationInput } from './join-event.ts';
import type { ParticipantRow } from './participant.row.ts';

/** `$1` participant, `$2` text or null to leave it, `$3` whether there is a new goal, `$4` the goal. */
const updateParticipant = statement<{ description: string; userGoalInMiles: number | null }>(
  'update_participant',
  `update event_participant set description = coalesce($2::text, description),
     user_goal_in_miles = case when $3::boolean then $4::int else user_goal_in_miles end
   where id = $1 returning description, user_goal_in_miles as "userGoalInMiles"`,
);

/**
 * Sets goal and text of one's own participation; what is left out stays, a goal of null is none any more.
 * @throws Failure NOT_FOUND, NOT_YOURS, INVALID
 */
export async function updateParticipation(
  context: Context,
  participantId: number,
  changes: ParticipationInput,
): Promise<ParticipantRow> {
  const participant = await ownParticipant(context, participantId);
  const description = changes.description == null ? null : checkDescription(changes.description);
  const goal = changes.userGoalInMiles == null ? null : checkGoal(changes.userGoalInMiles);
  const values = [participantId, description, changes.userGoalInMiles !== undefined, goal];
  const changed = await context.database.one(updateParticipant, values);
  if (!changed) throw new Failure('NOT_FOUND');
  return { ...participant, ...changed };
}
