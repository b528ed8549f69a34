import { LockMode } from '@mikro-orm/core';
import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { Failure, together } from '../../errors.ts';
import { participationChecks } from './check-participation.ts';
import { EventParticipant } from './event-participant.entity.ts';
import { ownParticipant } from './find-participant.ts';
import type { ParticipationInput } from './join-event.ts';
import type { ParticipantRow } from './participant.row.ts';

/**
 * Sets goal and text of a participation of the viewer. Fields that are left out remain as they are; null
 * removes the goal or the text.
 * @throws Failure NOT_FOUND, NOT_YOURS, INVALID
 */
export async function updateParticipation(
  context: Context,
  participantId: number,
  changes: ParticipationInput,
): Promise<ParticipantRow> {
  const participant = await ownParticipant(context, participantId);
  const { description, userGoalInMiles: goal } = together(participationChecks(changes));
  return unitOfWork(context.database, async (em) => {
    const row = await em.findOne(EventParticipant, participantId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw new Failure('NOT_FOUND');
    if (description !== null) row.description = description;
    if (changes.userGoalInMiles !== undefined) row.userGoalInMiles = goal;
    return { ...participant, description: row.description, userGoalInMiles: row.userGoalInMiles ?? null };
  });
}
