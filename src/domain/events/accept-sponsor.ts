import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { announceSponsor } from './announce.ts';
import { ownParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';

/** `$1` promise: accepted, unless it is already. */
const accept = statement<{ name: string; amountPerMile: number; postId: number | null }>(
  'accept_sponsor',
  `update event_sponsor set accepted_date = now() where id = $1 and accepted_date is null
   returning name, amount_per_mile as "amountPerMile", post_id as "postId"`,
);

/** `$1` promise, `$2` the post that tells of it, `$3` the one that told of it before, which goes. */
const setPost = statement<{ id: number }>(
  'set_sponsor_post',
  `with gone as (delete from post where id = $3)
   update event_sponsor set post_id = $2 where id = $1 returning id`,
);

/**
 * Accepts a promise to oneself: from now on it is shown and counted, and a post of one's own tells of it. Accepting twice
 * is accepting once. Returns the participation.
 * @throws Failure NOT_FOUND, NOT_YOURS
 */
export async function acceptSponsor(context: Context, sponsorId: number): Promise<ParticipantRow> {
  const promise = await context.loaders.eventSponsors.load(sponsorId);
  if (!promise) throw new Failure('NOT_FOUND');
  const participant = await ownParticipant(context, promise.participantId);
  await context.database.transaction(async (tx) => {
    const accepted = await tx.one(accept, [sponsorId]);
    if (!accepted) return;
    const participation = { id: participant.id, userId: viewerOf(context).id, event: participant.event };
    const post = await announceSponsor(context, tx, participation, accepted);
    await tx.one(setPost, [sponsorId, post, accepted.postId]);
  });
  context.loaders.eventParticipants.clear(participant.id);
  return ownParticipant(context, promise.participantId);
}
