import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { GraphqlAnswer, Mapping } from '../support/client.ts';

type Ref = { databaseId: number } | null;
/** A notification over GraphQL. */
interface Node {
  id: string;
  kind: string;
  actorCount: number;
  isRead: boolean;
  actors: { databaseId: number }[];
  friendship: Ref;
  post: Ref;
  comment: Ref;
  conversation: Ref;
  message: Ref;
  participant: Ref;
  sponsor: Ref;
}

/** A notification in short: `subject` is what it is grouped by, and `item` what happened last. */
export interface Notified {
  kind: string;
  subject: number;
  item: number;
  actors: number[];
  count: number;
  isRead: boolean;
}

export const notificationFields = `id kind actorCount isRead actors { databaseId } friendship { databaseId }
  post { databaseId } comment { databaseId } conversation { databaseId } message { databaseId }
  participant { databaseId } sponsor { databaseId }`;

/** Puts a notification in short. */
export function inShort(node: Node): Notified {
  const { kind, actorCount: count, isRead, friendship, post, comment, conversation, message, participant } = node;
  const subject = friendship ?? post ?? conversation ?? participant ?? comment;
  const item = comment ?? message ?? node.sponsor ?? subject;
  const actors = node.actors.map(({ databaseId }) => databaseId);
  return { kind, subject: subject?.databaseId ?? 0, item: item?.databaseId ?? 0, actors, count, isRead };
}

/** A page of somebody's notifications, and how many of all are unread. */
export async function pageOf(person: Person, args = 'first: 100') {
  const { data, errors } = await as(person).graphql<{
    notifications: { totalCount: number; nodes: Node[]; pageInfo: Mapping; edges: { cursor: string }[] };
    unreadNotificationCount: number;
  }>(`{ unreadNotificationCount notifications(${args}) { totalCount nodes { ${notificationFields} }
    edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`);
  if (!data) throw new Error(JSON.stringify(errors));
  const { nodes, totalCount, pageInfo, edges } = data.notifications;
  return {
    ids: nodes.map(({ id }) => id),
    nodes: nodes.map(inShort),
    cursors: edges.map(({ cursor }) => cursor),
    totalCount,
    pageInfo,
    unread: data.unreadNotificationCount,
  };
}

/** All notifications of somebody. */
export async function notified(person: Person): Promise<Notified[]> {
  return (await pageOf(person)).nodes;
}

/** Marks notifications as read; how many are still unread. */
export async function markRead(person: Person, input: { ids?: string[]; upTo?: string | null } = {}): Promise<number> {
  const { data, errors } = await as(person).graphql<{ marked: { unreadNotificationCount: number } }>(
    `mutation ($input: MarkNotificationsReadInput!) {
      marked: markNotificationsRead(input: $input) { unreadNotificationCount notifications { id isRead } } }`,
    { input },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.marked.unreadNotificationCount;
}

/** Runs a mutation that takes an id, and further fields. */
export function change(
  person: Person,
  name: string,
  type: NodeType,
  id: number,
  selection: string,
  more: Mapping = {},
): Promise<GraphqlAnswer> {
  const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`.replace('Unlike', 'Like');
  return as(person).graphql(`mutation ($input: ${input}!) { ${name}(input: $input) { ${selection} } }`, {
    input: { id: globalId(type, id), ...more },
  });
}

/** Likes a comment, or takes that back. */
export const likeComment = (person: Person, id: number, name: 'likeComment' | 'unlikeComment' = 'likeComment') =>
  change(person, name, 'Comment', id, 'comment { id }');
/** Likes a post, or takes that back. */
export const likePost = (person: Person, id: number, name: 'likePost' | 'unlikePost' = 'likePost') =>
  change(person, name, 'Post', id, 'post { id }');

/** Chooses the kinds of which somebody is not notified. */
export async function unwant(person: Person, kinds: readonly string[]): Promise<void> {
  const { errors } = await as(person).graphql(
    `mutation ($input: UpdatePreferencesInput!) { updatePreferences(input: $input) { preferences { unwantedNotifications } } }`,
    { input: { id: globalId('Preferences', person.id), unwantedNotifications: kinds } },
  );
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
}
