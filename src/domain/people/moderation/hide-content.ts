import { viewerOf } from '../../context.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { lockConversations, recountConversations } from '../../conversations/recount-members.ts';
import { Failure } from '../../../errors.ts';
import { mustBeStaff } from '../../rules/staff-only.ts';
import { checkText } from '../../../platform/text.ts';
import { decideCase, mustConcernOthers, noteAct } from './acts.ts';
import { contentOf, hide, restore, tellConversations } from './content.queries.ts';
import type { Content } from './content.queries.ts';
import type { ContentKind } from './subject.ts';

/**
 * Hides a post, comment, message or picture: only its author sees it, marked as hidden, until it is restored. The
 * workout of a post and its route are hidden as well. A second call has no further effect. The case is resolved.
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
  const why = checkText(note, 'note', 'note');
  await context.database.transaction(async (tx) => {
    const content = await tx.one(contentOf[kind], [id]);
    if (!content) throw new Failure('NOT_FOUND');
    mustConcernOthers(viewer, content.personId, 'id');
    if (content.isHidden === hides) return;
    await tx.all((hides ? hide : restore)[kind], [id]);
    if (kind === 'message') await recount(tx, content);
    await decideCase(tx, kind, id, hides ? 'resolved' : 'dismissed');
    const action = hides ? 'hide' : 'restore';
    await noteAct(tx, { staffId: viewer.id, action, kind, subjectId: id, personId: content.personId, note: why });
  });
}

/** The inbox of all participants shows the newest message that is not hidden, and counts those messages. */
async function recount(tx: Transaction, { belowId }: Content): Promise<void> {
  const conversations = [[belowId ?? 0]];
  await tx.all(lockConversations, conversations);
  await tx.all(recountConversations, conversations);
  await tx.all(tellConversations, conversations);
}
