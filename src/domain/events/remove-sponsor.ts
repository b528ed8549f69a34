import { eventSponsorsLoader } from './event.loaders.ts';
import { LockMode } from '@mikro-orm/core';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { EventSponsor } from './event-sponsor.entity.ts';
import { needParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';

/**
 * Removes a promise and the post that announces it: the sponsor withdraws it, or the participant declines or removes
 * it. Returns the participation.
 * @throws Failure NOT_FOUND for all other users, and for those who cannot see it
 */
export async function removeSponsor(context: Context, sponsorId: number): Promise<ParticipantRow> {
  const promise = await context.loader(eventSponsorsLoader).load(sponsorId);
  if (!promise) throw new Failure('NOT_FOUND');
  const participant = await needParticipant(context, promise.participantId);
  const viewer = viewerOf(context);
  const isTheirs = participant.user.id === viewer.id;
  const own = { id: sponsorId, ...(isTheirs ? {} : { user: viewer.id }) };
  await unitOfWork(context.database, async (em) => {
    const sponsor = await em.findOne(EventSponsor, own, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!sponsor) throw new Failure('NOT_FOUND');
    em.remove(sponsor);
    if (sponsor.post) em.remove(sponsor.post);
  });
  context.forget(eventSponsorsLoader, sponsorId);
  return needParticipant(context, promise.participantId);
}
