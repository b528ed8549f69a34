import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '@runners/postgres';
import { lockConversations, recountConversations, publishConversations } from '../conversations/recount-members.ts';
import { Failure } from '../../errors.ts';
import { mustBeStaff } from '../context.ts';
import { checkNote, decideCase, mustNotConcernSelf, recordAct } from './acts.ts';
import { contentOf, hide, restore } from './content.queries.ts';
import type { Content } from './content.queries.ts';
import type { ContentKind } from './subject.ts';

/**
 * Hides a post, comment, message or picture. Until it is restored, only its author sees it, marked as hidden. The workout
 * of a post and its route are hidden as well. The case is resolved. A second call has no further effect.
 * @throws Failure NOT_STAFF, NOT_FOUND, INVALID for one's own content and for an invalid note
 */
export function hideContent(context: Context, kind: ContentKind, id: number, note: string): Promise<void> {
  return change(context, kind, id, note, true);
}

/** Restores hidden content and dismisses its case. @throws as `hideContent` does */
export function restoreContent(context: Context, kind: ContentKind, id: number, note: string): Promise<void> {
  return change(context, kind, id, note, false);
}

async function change(context: Context, kind: ContentKind, id: number, note: string, hides: boolean): Promise<void> {
  mustBeStaff(context);
  const viewer = viewerOf(context);
  const why = checkNote(note);
  await context.database.transaction(async (tx) => {
    // The second one sees what was committed while the first waited for its lock.
    await tx.one(contentOf[kind], [id]);
    const content = await tx.one(contentOf[kind], [id]);
    if (!content) throw new Failure('NOT_FOUND');
    mustNotConcernSelf(viewer, content.personId, 'id');
    if (content.isHidden === hides) return;
    await tx.all((hides ? hide : restore)[kind], [id]);
    if (kind === 'message') await recount(tx, content);
    await decideCase(tx, kind, id, hides ? 'resolved' : 'dismissed');
    const action = hides ? 'hide' : 'restore';
    await recordAct(tx, { staffId: viewer.id, action, kind, subjectId: id, personId: content.personId, note: why });
  });
}

/** Recomputes the newest message and the numbers of unread messages in the inboxes of all participants, without hidden ones. */
async function recount(tx: Transaction, { belowId }: Content): Promise<void> {
  const conversations = [[belowId ?? 0]];
  await tx.all(lockConversations, conversations);
  await tx.all(recountConversations, conversations);
  await tx.all(publishConversations, conversations);
}
