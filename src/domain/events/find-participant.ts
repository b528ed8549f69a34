import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { mustOwn } from '../rules/ownership.ts';
import { flatParticipantsByIds } from './participant.queries.ts';
import { participantRow } from './participant.row.ts';
import type { ParticipantRow } from './participant.row.ts';

/** Returns a participation, or null if there is none that the viewer may see. */
export async function findParticipant(context: Context, participantId: number): Promise<ParticipantRow | null> {
  const values = [viewerOf(context).id, context.now(), [participantId]];
  const flat = await context.database.one(flatParticipantsByIds, values);
  return flat ? participantRow(flat) : null;
}

/** Returns a participation that must exist. @throws Failure NOT_FOUND */
export async function needParticipant(context: Context, participantId: number): Promise<ParticipantRow> {
  const participant = await findParticipant(context, participantId);
  if (!participant) throw new Failure('NOT_FOUND');
  return participant;
}

/** Returns a participation that the viewer may change. @throws Failure NOT_FOUND, NOT_YOURS */
export async function ownParticipant(context: Context, participantId: number): Promise<ParticipantRow> {
  const participant = await needParticipant(context, participantId);
  mustOwn(viewerOf(context).id, participant.user.id);
  return participant;
}
