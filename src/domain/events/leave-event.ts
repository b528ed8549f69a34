import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { needParticipant, ownParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';

/** `$1` participant, `$2` now. Leaving twice is leaving once. */
const leave = statement<{ id: number }>(
  'leave_event',
  'update event_participant set left_date = coalesce(left_date, $2::timestamptz) where id = $1 returning id',
);

/**
 * Ends one's own participation: it stays on the list as inactive, with the miles until now, and its page is gone.
 * @throws Failure NOT_FOUND, NOT_YOURS
 */
export async function leaveEvent(context: Context, participantId: number): Promise<ParticipantRow> {
  await ownParticipant(context, participantId);
  await context.database.one(leave, [participantId, context.now()]);
  return needParticipant(context, participantId);
}
