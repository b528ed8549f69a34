import type { Context } from '../../src/domain/context.ts';
import { countParticipants, listParticipants } from '../../src/domain/events/list-participants.ts';
import type { ParticipantRow } from '../../src/domain/events/participant.row.ts';
import type { Connection } from '../pagination/connection.ts';
import { newestFirst } from '../pagination/orders.ts';
import type { TwoWayPage } from '../pagination/page.input.ts';

/** A page of participations, of one user or of all (null), for every field that lists them. @throws Failure INVALID */
export function participationsPage(
  context: Context,
  request: { userId: number | null; hot: boolean },
  page: TwoWayPage,
): Promise<Connection<ParticipantRow>> {
  return newestFirst(
    page,
    (part) => listParticipants(context, request, part),
    () => countParticipants(context, request),
  );
}
