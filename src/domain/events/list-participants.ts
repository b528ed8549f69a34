import { directed } from '../../platform/database/newest-page.ts';
import type { NewestPage } from '../../platform/database/newest-page.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { participantLists } from './participant.queries.ts';
import type { ParticipantList } from './participant.queries.ts';
import { participantRow } from './participant.row.ts';
import type { ParticipantRow } from './participant.row.ts';

/** Selects participations. */
interface ParticipantsRequest {
  /** The participant, or null for all users. */
  userId: number | null;
  /** Whether only hot participations are returned (interface, EventParticipant activity). */
  hot: boolean;
}

/** Returns participations that the viewer may see, newest first. */
export async function listParticipants(
  context: Context,
  request: ParticipantsRequest,
  page: NewestPage,
): Promise<ParticipantRow[]> {
  const first = [viewerOf(context).id, context.now(), request.userId ?? 0];
  const [read, position] = directed(listOf(request).page, page);
  return (await context.database.all(read, [...first, page.limit, page.offset, position])).map(participantRow);
}

/** Returns their number. */
export async function countParticipants(context: Context, request: ParticipantsRequest): Promise<number> {
  const values = [viewerOf(context).id, context.now(), request.userId ?? 0];
  return (await context.database.one(listOf(request).count, values))?.count ?? 0;
}

function listOf({ userId, hot }: ParticipantsRequest): ParticipantList {
  if (userId === null) return hot ? participantLists.hot : participantLists.all;
  return hot ? participantLists.hotOfUser : participantLists.ofUser;
}
