import type { Page } from '../../platform/database/loader.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { participantLists } from './participant.queries.ts';
import type { ParticipantRow } from './participant.row.ts';

/** Selects participations. */
interface ParticipantsRequest {
  /** The participant, or null for all users. */
  userId: number | null;
  /** Whether only hot participations are returned (interface, EventParticipant activity). */
  hot: boolean;
}

/** Returns participations that the viewer may see, newest first. */
export function listParticipants(
  context: Context,
  request: ParticipantsRequest,
  page: Page,
): Promise<ParticipantRow[]> {
  return listOf(request).page(context.database, valuesOf(context, request), page);
}

/** Returns their number. */
export function countParticipants(context: Context, request: ParticipantsRequest): Promise<number> {
  return listOf(request).total(context.database, valuesOf(context, request));
}

const valuesOf = (context: Context, { userId }: ParticipantsRequest) => [
  viewerOf(context).id,
  context.now(),
  userId ?? 0,
];

function listOf({ userId, hot }: ParticipantsRequest) {
  if (userId === null) return hot ? participantLists.hot : participantLists.all;
  return hot ? participantLists.hotOfUser : participantLists.ofUser;
}
