/*
 * Who may see what (decisions R12), stated once as SQL conditions and used wherever something is read: single items,
 * lists, counts, feeds, and the events of subscriptions. Arguments are SQL expressions: `visibleTo('$1', …)`. Each
 * statement that reads what belongs to people names the rule that it applies (`Sees` in
 * `src/platform/database/statement.ts`).
 *
 * Which rule a statement applies:
 * - objects with a privacy (workouts, posts, routes), and what belongs to such an object (comments, pictures,
 *   tracks): `visibleTo`;
 * - a single object without a privacy (a user, a participation): `userVisibleTo`, so that only a block by its owner
 *   hides it;
 * - a list, a count or a search of people, or of what people have added: also `onTerms`, because blocks count in both
 *   directions, or `offTerms` for very long lists;
 * - friendships: `friendshipVisibleTo`; conversations and their messages: `takesPartIn` and `deliveredTo`;
 * - a statement that returns people under another rule: `isPresent`, which each of these rules contains;
 * - content that readers receive without looking for it (feeds, lists of comments, live events): also `hasNotMuted`;
 * - comments, pictures and messages, each of which staff may hide: also `isShownTo`. Hidden posts, workouts and routes
 *   need no rule, because they are private as long as they are hidden.
 *
 * Those with a name that ends with `Rule` are made of named conditions, by which `src/domain/moderation/explain-visibility.ts` says why.
 */

import { about, every, not, ofThing, ofViewer, some, sqlOf } from './rule.ts';
import type { Named, Rule } from './rule.ts';

/** The privacies, from open to closed, and who may see an object that has them. */
export const privacyMeanings = {
  public: 'All signed-in users.',
  friends: 'The runner and accepted friends.',
  private: 'Only the runner.',
} as const;
export type Privacy = keyof typeof privacyMeanings;
export const privacies = ['public', 'friends', 'private'] as const satisfies readonly Privacy[];

export const isOwner = (viewer: string, owner: string) => ofViewer('owner', `${owner} = ${viewer}`);
export const isFriend = (viewer: string, owner: string) => ofViewer('friend', friendOf(viewer, owner));
const isNotBlocked = (owner: string, viewer: string) => not(ofViewer('blocked', blocks(owner, viewer)));
export const isNotSuspended = (user: string) => not(ofThing('suspended', isSuspended(user), isPresent(user)));
const isNotHidden = (row: string) => not(ofThing('hidden by staff', `${row}.is_hidden`));
/** `isPublic`, as a condition of a rule. */
export const publicRule = (row: ObjectRow) => ofThing('public', isPublic(row));

/**
 * What the rule sees of each kind of object, by the name that statements give to its rows: a post `p`, a workout `w`, a route `r`,
 * and what the live log keeps of a post that was deleted or became less visible, `former`.
 */
const objects = {
  p: { owner: 'p.author_id', privacy: 'p.privacy' },
  w: { owner: 'w.user_id', privacy: 'w.privacy' },
  r: { owner: 'r.owner_id', privacy: 'r.privacy' },
  former: { owner: 'former.author_id', privacy: 'former.privacy' },
} as const;
/** The name of the row of an object in a statement. */
export type ObjectRow = keyof typeof objects;
export const objectRows = Object.keys(objects) as ObjectRow[];

/**
 * Whether the viewer may see the object in a row, as `privacyMeanings` states it. Users whom the owner has blocked see nothing of it.
 * @param owner of all rows of a statement, so that friendship, block and suspension are looked up once, and not for each row
 */
export function objectRule(viewer: string, row: ObjectRow, owner: string = objects[row].owner): Rule {
  const forFriends = ofThing('visible to friends', `${objects[row].privacy} = 'friends'`);
  const shared = some(publicRule(row), every(forFriends, isFriend(viewer, owner)));
  return some(isOwner(viewer, owner), every(shared, userRule(viewer, owner)));
}
export const visibleTo = (viewer: string, row: ObjectRow, owner: string = objects[row].owner) =>
  sqlOf(objectRule(viewer, row, owner));

/** The rows that `isPublic` and `isForFriends` let through, or more, as conditions of indexes. */
export const publicRows = (privacy = 'privacy') => `${privacy} = 'public'`;
export const rowsForFriends = (privacy = 'privacy') => `${privacy} in ('public', 'friends')`;
/** Whether everybody who is not blocked may see it, as in public feeds and on pages that need no sign-in. */
export const isPublic = (row: ObjectRow) => publicRows(objects[row].privacy);
/** Whether accepted friends of the owner may see it, as in friends feeds. */
export const isForFriends = (row: ObjectRow) => rowsForFriends(objects[row].privacy);
/** Whether anybody besides the owner may see it. Only such objects may be shared outside the service. */
export const isShared = (row: ObjectRow) => `${objects[row].privacy} <> 'private'`;

/** Whether the viewer may see a user, and what has no privacy of its own (profile, stats). */
export const userRule = (viewer: string, user: string) => every(isNotBlocked(user, viewer), isNotSuspended(user));
export const userVisibleTo = (viewer: string, user: string) => sqlOf(userRule(viewer, user));

/** The name of the condition that the viewer has an account which is suspended. */
export const viewerIsSuspended = 'viewer: suspended';

/** Whether neither user has blocked the other, and neither is suspended. Searches and feeds leave out blocks in both directions. */
export function termsRule(one: string, other: string): Rule {
  const blocked = some(ofViewer('has blocked the owner', blocks(one, other)), ofViewer('blocked', blocks(other, one)));
  // The kinds of people who see something are not suspended.
  const isViewerSuspended = ofViewer(viewerIsSuspended, isSuspended(one), isPresent(one));
  return every(not(blocked), not(isViewerSuspended), isNotSuspended(other));
}
export const onTerms = (one: string, other: string) => sqlOf(termsRule(one, other));

/**
 * `onTerms` for two people rather than for the rows of a list: both directions of a block are one scan, and so are both suspensions.
 * PostgreSQL prepares each scan of a statement anew in each run, which takes longer than such a scan.
 */
export function onTermsAsPair(one: string, other: string): string {
  const either = `in (${one}, ${other})`;
  const blocked = `exists (select 1 from block bl where bl.user_id ${either} and bl.blocked_id ${either})`;
  return `(not ${blocked} and not ${suspensionOf(either)})`;
}

/** Whether staff have suspended the account of a user, and that has not ended by now (decisions D216). */
export function isSuspended(user: string): string {
  return suspensionOf(`= ${user}`);
}

/** @param whom the condition on the id of the user */
function suspensionOf(whom: string): string {
  return `exists (select 1 from suspension su where su.user_id ${whom} and (su.until is null or su.until > now()))`;
}

/** Whether a writer is suspended, for a statement that has locked what it changes; it sees one for which it has waited. */
export const suspendedNow = (writer: string) => `suspended_now(${writer})`;

/**
 * Whether the account of a user is not suspended. Nobody sees a suspended user or the user's content. The condition is written
 * so that PostgreSQL looks it up instead of joining. Few accounts are suspended, and an estimate of more would change the plans
 * of feeds.
 */
export function isPresent(user: string): string {
  return `(${isSuspended(user)} is not true)`;
}

/**
 * `isPresent` for the rows of a list. PostgreSQL first finds out whether any account is suspended, once for the statement. As long
 * as none is, it looks nothing up for each row.
 */
export const isPresentInList = (user: string) => `(not exists (select 1 from suspension) or ${isPresent(user)})`;

/** The ids of all users whom a user has muted. They are few. */
function mutedBy(user: string): string {
  return `(select mu.muted_id from mute mu where mu.user_id = ${user})`;
}

/**
 * Whether `who` has not muted `whom`. Content of a muted user reaches `who` only on request (decisions D212). It is looked up
 * and not joined, like `isPresent`.
 */
export function mutedRule(who: string, whom: string): Rule {
  const muted = `exists (select 1 from ${mutedBy(who)} muted where muted.muted_id = ${whom})`;
  return not(ofViewer('has muted the owner', muted, `(${muted} is not true)`));
}
export const hasNotMuted = (who: string, whom: string) => sqlOf(mutedRule(who, whom));

/** `hasNotMuted` for the rows of a list, where `who` is a parameter. PostgreSQL reads the mutes once, and not for each row. */
export const hasNotMutedInList = (who: string, whom: string) => `(${whom} not in ${mutedBy(who)})`;

/** Whether staff have left the comment, picture or message `row` visible; its author `owner` sees it also when it is hidden. */
export const hiddenRule = (viewer: string, owner: string, row: string) =>
  some(isNotHidden(row), isOwner(viewer, owner));
export const isShownTo = (viewer: string, owner: string, row: string) => sqlOf(hiddenRule(viewer, owner, row));

/**
 * The ids of all users who have blocked a user or are blocked by that user. They are few, even where a list is very
 * long.
 */
export function offTerms(one: string): string {
  return `(select bl.blocked_id from block bl where bl.user_id = ${one}
    union select bl.user_id from block bl where bl.blocked_id = ${one})`;
}

/**
 * Whether lists show a user something else than other users who may see the same objects: because of blocks, mutes, or own
 * content of this kind that staff have hidden. For few users there is any. The condition depends on the user alone, so PostgreSQL
 * evaluates it once for each statement.
 */
export function hasOwnView(user: string, kind: 'comment'): string {
  return `(exists (select 1 from block bl where bl.user_id = ${user}) or exists (select 1 from block bl where bl.blocked_id = ${user})
    or exists (select 1 from ${mutedBy(user)} muted)
    or exists (select 1 from moderation_act ma where ma.person_id = ${user} and ma.kind = '${kind}' and ma.action = 'hide'))`;
}

/** Whether `who` has blocked `whom`. */
export const blocks = (who: string, whom: string) =>
  `exists (select 1 from block bl where bl.user_id = ${who} and bl.blocked_id = ${whom})`;

/** Whether `owner` is an accepted friend of `viewer` (both SQL expressions), by the primary key of `friend_edge`. */
export const friendOf = (viewer: string, owner: string) =>
  `exists (select 1 from friend_edge fe where fe.user_id = ${viewer} and fe.friend_id = ${owner})`;

/** Whether the viewer is the user or an accepted friend, who may see more of the user than others (decisions N19). */
export const closeRule = (viewer: string, user: string) => some(isOwner(viewer, user), isFriend(viewer, user));
export const closeTo = (viewer: string, user: string) => sqlOf(closeRule(viewer, user));

/** Whether the viewer takes part in the conversation. Others see nothing of it (decisions R16). */
export const takesPartIn = (viewer: string, conversation: string) => memberRule(viewer, conversation).sql;
export function memberRule(viewer: string, conversation: string): Named {
  const member = `exists (select 1 from conversation_member s where s.conversation_id = ${conversation} and s.user_id = ${viewer})`;
  return ofViewer('takes part', member);
}

/**
 * Whether the message row `m` is delivered to the reader. In a group, messages are not delivered that their author wrote while the
 * reader had blocked the author (decisions N24), also once the author is gone. Messages that staff have hidden are
 * delivered to their author only, and those of suspended users are not.
 */
export function messageRule(reader: string, m: string): Rule {
  const blocked = `exists (select 1 from ${blockedBefore(m)} and bl.user_id = ${reader})`;
  const isShown = every(isNotHidden(m), isNotSuspended(`${m}.user_id`));
  return every(
    not(ofViewer('had blocked the author', blocked)),
    not(ofViewer('had blocked the author who is gone', `${reader} = any(${m}.undelivered_users)`)),
    some(about('message', isOwner(reader, `${m}.user_id`)), isShown),
  );
}
/** The blocks `bl` of the author of the message `m` by which it is not delivered. */
const blockedBefore = (m: string) =>
  `block bl where bl.blocked_id = ${m}.user_id and bl.created_date <= ${m}.created_date`;
/** The members of its conversation to whom the message `m` is not delivered, which is stored when its author is deleted. */
export const undeliveredUsers = (m: string) => `array(select bl.user_id from ${blockedBefore(m)}
  and bl.user_id in (select s.user_id from conversation_member s where s.conversation_id = ${m}.conversation_id))`;
export const deliveredTo = (reader: string, m: string) => sqlOf(messageRule(reader, m));

/**
 * Whether the conversation of the membership `s` is among the requests of its member: somebody started it who was not a
 * friend of the member and still is not, and the member has neither accepted nor answered it (decisions N24).
 */
export function isRequest(s: string): string {
  return `(${s}.requested and not exists (select 1 from conversation rc
    join friend_edge fe on fe.user_id = ${s}.user_id and fe.friend_id = rc.started_by_id where rc.id = ${s}.conversation_id))`;
}

/**
 * Whether the viewer may see the friendship row `f`: a pending one is visible to its two users, and an accepted one to
 * everybody without a block between them and either user (interface, Friendship; decisions R14).
 */
export function friendshipRule(viewer: string, f: string): Rule {
  const isOne = ofViewer('owner', `${viewer} in (${f}.user1_id, ${f}.user2_id)`);
  const onTermsWith = (which: string, user: string) => about(which, termsRule(viewer, `${f}.${user}`));
  const known = some(ofThing('accepted', `${f}.accepted_date is not null`), isOne);
  return every(known, onTermsWith('first user', 'user1_id'), onTermsWith('second user', 'user2_id'));
}
export const friendshipVisibleTo = (viewer: string, f: string) => sqlOf(friendshipRule(viewer, f));

/**
 * Whether the viewer has an account that is not suspended, for URLs that work without a key and end with the account. The condition does not
 * depend on the rows, so PostgreSQL evaluates it once for each statement.
 */
export const hasAccount = (viewer: string) =>
  `(exists (select 1 from users where id = ${viewer}) and ${isPresent(viewer)})`;
