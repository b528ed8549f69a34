import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { needParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';

/** `$1` viewer, `$2` promise: gone with the post that tells of it, for the sponsor and for the participant. */
const remove = statement<{ participantId: number }>(
  'remove_sponsor',
  `with gone as (
     delete from event_sponsor es using event_participant ep
     where es.id = $2 and ep.id = es.participant_id and $1 in (es.user_id, ep.user_id)
     returning es.participant_id, es.post_id
   ), post_gone as (delete from post using gone where post.id = gone.post_id)
   select participant_id as "participantId" from gone`,
);

/**
 * Removes a promise, and the post that tells of it: the sponsor takes it back, or the participant declines or removes it.
 * Returns the participation.
 * @throws Failure NOT_FOUND for who is neither of the two, or cannot see it
 */
export async function removeSponsor(context: Context, sponsorId: number): Promise<ParticipantRow> {
  const promise = await context.loaders.eventSponsors.load(sponsorId);
  const gone = promise && (await context.database.one(remove, [viewerOf(context).id, sponsorId]));
  if (!gone) throw new Failure('NOT_FOUND');
  context.loaders.eventSponsors.clear(sponsorId);
  return needParticipant(context, gone.participantId);
}
