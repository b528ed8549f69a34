/*
 * Who may see what (decisions R12), stated once as conditions of SQL and used by every path that reads: single items, lists,
 * counts, feeds, and what subscriptions deliver. Arguments are SQL expressions: `visibleTo('$1', …)`. Each statement
 * that reads people's things names the rule it applies (`Sees` in `src/platform/database/statement.ts`).
 *
 * Which rule a statement takes:
 * - what has a privacy of its own (workouts, posts, routes) or hangs from it (comments, pictures, tracks): `visibleTo`;
 * - one thing by its id that has no privacy (a user, a participation): `userVisibleTo`, for the one who blocked decides;
 * - a list, a count or a search of people, or of what people put somewhere: also `onTerms`, in both directions. Where the
 *   list is of very many, `offTerms`;
 * - friendships: `friendshipVisibleTo`; conversations and their messages: `takesPartIn` and `deliveredTo`.
 */

/** Privacy words, from open to closed, and who may see what has them. */
export const privacyMeanings = {
  public: 'All signed-in users.',
  friends: 'The runner and accepted friends.',
  private: 'Only the runner.',
} as const;
export type Privacy = keyof typeof privacyMeanings;
export const privacies = ['public', 'friends', 'private'] as const satisfies readonly Privacy[];

/**
 * Whether the viewer may see what an owner has made with a privacy, as `privacyMeanings` has it. Whoever the owner has
 * blocked sees nothing of theirs.
 */
export function visibleTo(viewer: string, owner: string, privacy: string): string {
  const shared = `${isPublic(privacy)} or (${privacy} = 'friends' and ${friendOf(viewer, owner)})`;
  return `(${owner} = ${viewer} or ((${shared}) and ${userVisibleTo(viewer, owner)}))`;
}

/** Whether everybody may see it who is not blocked: what open feeds have, and pages that need no sign-in. */
export function isPublic(privacy: string): string {
  return `${privacy} = 'public'`;
}

/** Whether accepted friends of the owner may see it: what their friends feeds have. */
export function isForFriends(privacy: string): string {
  return `${privacy} in ('public', 'friends')`;
}

/** Whether anybody but the owner may see it: what may leave the service in the owner's name. */
export function isShared(privacy: string): string {
  return `${privacy} <> 'private'`;
}

/** Whether a user, and what has no privacy of its own (profile, stats), is there for the viewer. */
export function userVisibleTo(viewer: string, user: string): string {
  return `not ${blocks(user, viewer)}`;
}

/** Whether neither has blocked the other: search and feeds leave out both directions. */
export function onTerms(one: string, other: string): string {
  return `not (${blocks(one, other)} or ${blocks(other, one)})`;
}

/** The ids of all who are not on terms with somebody: few, also where a list is of very many. */
export function offTerms(one: string): string {
  return `(select bl.blocked_id from block bl where bl.user_id = ${one}
    union select bl.user_id from block bl where bl.blocked_id = ${one})`;
}

/** Whether `who` has blocked `whom`. */
export function blocks(who: string, whom: string): string {
  return `exists (select 1 from block bl where bl.user_id = ${who} and bl.blocked_id = ${whom})`;
}

/** Whether `owner` is an accepted friend of `viewer` (both SQL expressions), by the primary key of `friend_edge`. */
export function friendOf(viewer: string, owner: string): string {
  return `exists (select 1 from friend_edge fe where fe.user_id = ${viewer} and fe.friend_id = ${owner})`;
}

/** Whether the viewer is the user or an accepted friend: who may know what is nobody else's business (decisions N19). */
export function closeTo(viewer: string, user: string): string {
  return `(${user} = ${viewer} or ${friendOf(viewer, user)})`;
}

/** Whether the viewer is in the conversation: who is not sees nothing of it (decisions R16). */
export function takesPartIn(viewer: string, conversation: string): string {
  return `exists (select 1 from conversation_member s where s.conversation_id = ${conversation} and s.user_id = ${viewer})`;
}

/**
 * Whether the message row `m` is delivered to the reader: not what somebody wrote while the reader had blocked them, in a
 * group that both are in (decisions N24).
 */
export function deliveredTo(reader: string, m: string): string {
  return `not exists (select 1 from block bl
    where bl.user_id = ${reader} and bl.blocked_id = ${m}.user_id and bl.created_date <= ${m}.created_date)`;
}

/**
 * Whether the conversation of the membership `s` is among the requests of its member: it was begun by somebody who was not a friend of
 * theirs and still is none, and they have neither accepted nor answered it (decisions N24).
 */
export function isRequest(s: string): string {
  return `(${s}.requested and not exists (select 1 from conversation rc
    join friend_edge fe on fe.user_id = ${s}.user_id and fe.friend_id = rc.started_by_id where rc.id = ${s}.conversation_id))`;
}

/**
 * Whether the friendship row `f` is there for the viewer: a pending one for its two, an accepted one for everybody on
 * terms with both (interface, Friendship; decisions R14).
 */
export function friendshipVisibleTo(viewer: string, f: string): string {
  const known = `${f}.accepted_date is not null or ${viewer} in (${f}.user1_id, ${f}.user2_id)`;
  return `((${known}) and ${onTerms(viewer, `${f}.user1_id`)} and ${onTerms(viewer, `${f}.user2_id`)})`;
}

/**
 * Whether the viewer has an account, for what is looked up without a key: URLs that were handed out end with the account.
 * It asks nothing of the rows, so PostgreSQL looks once a statement.
 */
export function hasAccount(viewer: string): string {
  return `exists (select 1 from users where id = ${viewer})`;
}
