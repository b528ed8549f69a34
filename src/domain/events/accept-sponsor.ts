import { eventParticipantsLoader, eventSponsorsLoader } from './event.loaders.ts';
import { LockMode, sql } from '@mikro-orm/core';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { Post } from '../feed/post.entity.ts';
import { announceSponsor } from './announce.ts';
import { EventSponsor } from './event-sponsor.entity.ts';
import { ownParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';

/**
 * Accepts a promise to the viewer. From then on it is shown and counted, and a post of the viewer announces it. A
 * second call has no further effect. Returns the participation.
 * @throws Failure NOT_FOUND, NOT_YOURS
 */
export async function acceptSponsor(context: Context, sponsorId: number): Promise<ParticipantRow> {
  const promise = await context.loader(eventSponsorsLoader).load(sponsorId);
  if (!promise) throw new Failure('NOT_FOUND');
  const participant = await ownParticipant(context, promise.participantId);
  await context.database.transaction(async (tx) => {
    const em = await tx.em();
    const sponsor = await em.findOne(EventSponsor, sponsorId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!sponsor || sponsor.acceptedDate) return;
    const participation = { id: participant.id, userId: viewerOf(context).id, event: participant.event };
    // The post that announced the promise under another name is deleted.
    if (sponsor.post) em.remove(sponsor.post);
    sponsor.post = em.getReference(Post, await announceSponsor(context, tx, participation, sponsor));
    sponsor.acceptedDate = sql<Date>`now()`;
  });
  context.forget(eventParticipantsLoader, participant.id);
  return ownParticipant(context, promise.participantId);
}
