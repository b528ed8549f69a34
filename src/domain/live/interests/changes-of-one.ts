import { audienceOf } from '@runners/live-log';
import { messagesByIds } from '../../conversations/message.queries.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import type { LogEvent } from '../event-log.ts';
import { changeOf, sharedParts } from './change-parts.ts';
import type { Change, ChangePart } from './change-parts.ts';
import type { Changed } from './changes.ts';
import { consequencesOf } from './consequences.ts';
import { byId, subjectsOf } from './interest.ts';

/** A change, and the event since which it is so. */
type Sequenced = readonly [event: LogEvent, change: Change];

/** Reads what has changed for one viewer, by the kinds of the events. */
type Reader = (queries: Queries, viewerId: number, events: readonly LogEvent[]) => Promise<Sequenced[]> | Sequenced[];

/** What the rules of an interest deliver to the viewer. */
const readAs =
  ({ rules, topic, interest }: ChangePart): Reader =>
  async (queries, viewerId, events) => {
    const viewer = { who: { viewerId, interest }, topics: [topic.of(viewerId)], offer: () => {} };
    const deliveries = await rules.deliver(queries, audienceOf(viewer), events);
    return deliveries.map(([, event, delivered]) => [event, changeOf(delivered)] as const);
  };

/** Unlike live ones, these messages include those of users whom the viewer has muted, as the conversation does. */
const readMessages: Reader = async (queries, viewerId, events) => {
  const found = byId(await queries.all(messagesByIds, [viewerId, subjectsOf(events)]));
  return events.flatMap((event) => {
    const message = found.get(event.subjectId);
    return message ? [[event, { kind: 'messageAdded', message }] as const] : [];
  });
};

const membershipsIn = statement.read<{ id: number }>(
  'live_memberships_in',
  `select conversation_id as id from conversation_member
   where user_id = $1 and conversation_id = any($2::bigint[]) and last_message_id > 0`,
  { owner: 'user_id = $1' },
);

const readConversations: Reader = async (queries, viewerId, events) => {
  const there = new Set((await queries.all(membershipsIn, [viewerId, subjectsOf(events)])).map(({ id }) => id));
  const changed = new Set(events.filter(({ kind }) => kind === 'conversation').map(({ subjectId }) => subjectId));
  return events.map((event) => {
    const conversationId = event.subjectId;
    const left = !there.has(conversationId);
    const messagesChanged = !left && changed.has(conversationId);
    return [event, { kind: 'conversationChanged', conversationId, left, messagesChanged }];
  });
};

const readUsers: Reader = (_queries, viewerId, events) =>
  events.flatMap((event): Sequenced[] => {
    // Of a block and a mute, the lists of the user who has made it have changed.
    const isOwn = event.kind === 'user' || event.userId === viewerId;
    return isOwn && event.userId !== null ? [[event, { kind: 'userChanged', userId: event.userId }]] : [];
  });

const readers: readonly (readonly [kinds: readonly LogEvent['kind'][], read: Reader])[] = [
  ...sharedParts.map((part) => [part.kinds, readAs(part)] as const),
  [['message'], readMessages],
  [['conversation', 'member'], readConversations],
  [['user', 'self', 'block', 'mute'], readUsers],
];

/**
 * What has changed for one viewer since events of the log: each object once, as the viewer may see it now, in the order of the
 * newest events about them. It takes a fixed number of statements, however many events there are.
 */
export async function changesOf(queries: Queries, viewerId: number, events: readonly LogEvent[]): Promise<Changed> {
  const { events: further, tooMany } = await consequencesOf(queries, viewerId, events);
  if (tooMany) return { kind: 'changed', changes: [], reset: true };
  const all = [...events, ...further];
  const found = await Promise.all(
    readers.map(([kinds, read]) => {
      const mine = all.filter(({ kind }) => kinds.includes(kind));
      return mine.length > 0 ? read(queries, viewerId, mine) : [];
    }),
  );
  const newest = new Map<string, Sequenced>();
  for (const sequenced of found.flat().sort(([one], [other]) => one.seq - other.seq)) {
    const key = keyOf(sequenced[1]);
    newest.delete(key);
    newest.set(key, sequenced);
  }
  const changes = [...newest.values()].map(([{ seq }, change]) => [seq, change] as const);
  return { kind: 'changed', changes, reset: false };
}

/** Names the object that a change is about. */
function keyOf(change: Change): string {
  switch (change.kind) {
    case 'postChanged':
      return `post ${change.postId}`;
    case 'messageAdded':
      return `message ${change.message.id}`;
    case 'conversationChanged':
      return `conversation ${change.conversationId}`;
    case 'friendshipChanged':
      return `friendship ${change.friendshipId}`;
    case 'notificationAdded':
      return `notification ${change.notification.id}`;
    case 'userChanged':
      return `user ${change.userId}`;
  }
}
