import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { isSuspended } from '../rules/visibility.ts';
import type { ContentKind } from './subject.ts';

/**
 * Content that staff can hide: its author, and the object that it belongs to (the post of a comment, the conversation
 * of a message).
 */
export interface Content {
  personId: number;
  belowId: number | null;
  isHidden: boolean;
}

const staffOnly = { all: 'only staff run it, which `mustBeStaff` has checked' };

/**
 * Whether staff have hidden the post `p`. A post that names a suspended sponsor is private in the same way, but
 * nobody has hidden it; of what staff have done, the latest counts.
 */
export const isHiddenByStaff = (p: string) => `(${p}.hidden_privacy is not null and coalesce((
  select a.action = 'hide' from moderation_act a where a.person_id = ${p}.author_id and a.kind = 'post'
    and a.subject_id = ${p}.id and a.action in ('hide', 'restore') order by a.id desc limit 1), false))`;

/** Whether the post `p` names a sponsor who is suspended. */
export const namesSuspended = (p: string) =>
  `exists (select 1 from event_sponsor es where es.post_id = ${p}.id and ${isSuspended('es.user_id')})`;

/** `$1` is the id. The content is locked with the object that it belongs to, in the order of other writes. */
export const contentOf: Record<ContentKind, Statement<Content>> = {
  post: statement.write(
    'content_post',
    `select p.author_id as "personId", p.workout_id as "belowId", ${isHiddenByStaff('p')} as "isHidden"
     from post p where p.id = $1 for no key update`,
    staffOnly,
  ),
  comment: statement.write(
    'content_comment',
    `select c.user_id as "personId", c.post_id as "belowId", c.is_hidden as "isHidden"
     from comment c join post p on p.id = c.post_id where c.id = $1 for no key update`,
    staffOnly,
  ),
  message: statement.write(
    'content_message',
    `select m.user_id as "personId", m.conversation_id as "belowId", m.is_hidden as "isHidden"
     from message m join conversation c on c.id = m.conversation_id
     where m.id = $1 and m.user_id is not null for no key update`,
    staffOnly,
  ),
  picture: statement.write(
    'content_picture',
    `select p.author_id as "personId", p.id as "belowId", pic.is_hidden as "isHidden"
     from picture pic join post p on p.id = pic.post_id where pic.id = $1 for no key update`,
    staffOnly,
  ),
};

const hidden = `privacy = 'private', hidden_privacy = privacy`;
const restored = 'privacy = hidden_privacy, hidden_privacy = null';

/**
 * `$1` is the post. The statement hides it with its workout and the route of that, or restores the privacies of all of
 * them. A post that names a suspended sponsor is private already, and remains so.
 */
const changePost = (name: string, change: string, condition: string, ofPost = 'true') =>
  statement.write(
    name,
    `with p as (update post set ${change} where id = $1 and ${condition} and ${ofPost} returning workout_id),
     w as (update workout set ${change} from p where workout.id = p.workout_id and workout.${condition} returning workout.id)
     update route set ${change} from w where route.workout_id = w.id and route.${condition}`,
  );

/** `$1` is the comment. The number of comments of its post is computed without hidden ones. */
const changeComment = (name: string, isHidden: boolean) =>
  statement.write(
    name,
    `with c as (update comment set is_hidden = ${isHidden} where id = $1 and is_hidden <> ${isHidden} returning post_id)
     update post set comment_count = comment_count ${isHidden ? '-' : '+'} 1 from c where post.id = c.post_id`,
  );

const changeFlag = (table: string, name: string, isHidden: boolean) =>
  statement.write(name, `update ${table} set is_hidden = ${isHidden} where id = $1`);

/** `$1` is the id of the content to hide. */
export const hide: Record<ContentKind, Statement<unknown>> = {
  post: changePost('hide_post', hidden, 'hidden_privacy is null'),
  comment: changeComment('hide_comment', true),
  message: changeFlag('message', 'hide_message', true),
  picture: changeFlag('picture', 'hide_picture', true),
};

/** `$1` is the id of the content to show again. */
export const restore: Record<ContentKind, Statement<unknown>> = {
  post: changePost('restore_post', restored, 'hidden_privacy is not null', `not ${namesSuspended('post')}`),
  comment: changeComment('restore_comment', false),
  message: changeFlag('message', 'restore_message', false),
  picture: changeFlag('picture', 'restore_picture', false),
};
