import { LockMode } from '@mikro-orm/core';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import type { StoredPlacement } from './placement.ts';
import { ConversationMember } from './conversation-member.entity.ts';

/**
 * From which placements a conversation can be moved to which (interface, Conversation placement). Only GraphQL can move
 * it back.
 */
const from: Record<StoredPlacement, StoredPlacement[]> = {
  inbox: ['archived', 'hidden'],
  archived: ['inbox'],
  hidden: ['inbox', 'archived'],
};

/**
 * Moves a conversation for the viewer only. Moving it to its current placement, or archiving a hidden one, changes
 * nothing. Moving a request to the inbox or archive accepts it.
 * @throws Failure NOT_FOUND when the viewer does not take part in it
 */
export async function moveConversation(
  context: Context,
  conversationId: number,
  placement: StoredPlacement,
): Promise<void> {
  const own = { user: viewerOf(context).id, conversation: conversationId };
  await unitOfWork(context.database, async (em) => {
    const membership = await em.findOne(ConversationMember, own, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!membership) throw new Failure('NOT_FOUND');
    if (from[placement].includes(membership.placement)) membership.placement = placement;
    if (placement !== 'hidden') membership.requested = false;
  });
}
