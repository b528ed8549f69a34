import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { EventParticipant } from './event-participant.entity.ts';
import { needParticipant, ownParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';

/**
 * Ends a participation of the viewer. It remains in lists as inactive, with the miles until now, and its page is
 * removed. A second call has no further effect.
 * @throws Failure NOT_FOUND, NOT_YOURS
 */
export async function leaveEvent(context: Context, participantId: number): Promise<ParticipantRow> {
  await ownParticipant(context, participantId);
  await unitOfWork(context.database, (em) =>
    em.nativeUpdate(EventParticipant, { id: participantId, leftDate: null }, { leftDate: context.now() }),
  );
  return needParticipant(context, participantId);
}
