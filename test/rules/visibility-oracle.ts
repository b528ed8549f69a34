import { globalId } from '../../schema/global-id.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';

type Nodes<Node> = { nodes: Node[] };
type Id = { databaseId: number };
type TalkNode = Id & { unreadMessages: number; messages: Nodes<Id> };
type UserNode = { viewerHasBlocked: boolean; friendship: Id | null; posts: Nodes<Id> };
interface Data {
  me: { pendingFriendRequests: number; unreadMessages: number };
  friendships: Nodes<Id & { status: string }>;
  feed: Nodes<Id & { likers: number[]; commentCount: number }>;
  inbox: Nodes<TalkNode>;
  archive: Nodes<TalkNode>;
  blockedUsers: Nodes<Id>;
}

const talks = 'nodes { databaseId unreadMessages messages(last: 40) { nodes { databaseId } } }';

/** What somebody sees over GraphQL, in the form of `Truth.view`. */
export async function seenBy(viewer: Person, people: readonly Person[]): Promise<unknown> {
  const profile = ({ id }: Person, i: number) =>
    `p${i}: feed(type: PROFILE, userId: "${globalId('User', id)}", first: 30) { nodes { databaseId likedBy(first: 5) { nodes { databaseId } } comments(last: 40) { nodes { databaseId } } } }
    u${i}: user(id: "${globalId('User', id)}") { viewerHasBlocked friendship { databaseId } posts(first: 30) { nodes { databaseId } } }`;
  const { data, errors } = await as(viewer).graphql<Data>(`{
    me { pendingFriendRequests unreadMessages }
    friendships(first: 50) { nodes { databaseId status } }
    feed(type: FRIENDS, first: 60) { nodes { databaseId likers commentCount } }
    inbox: conversations(withRequests: true, first: 40) { ${talks} }
    archive: conversations(placement: ARCHIVED, first: 40) { ${talks} }
    blockedUsers { nodes { databaseId } }
    ${people.map(profile).join('\n')} }`);
  if (!data || errors.length > 0) throw new Error(JSON.stringify(errors));
  const numberOf = (id: number) => people.findIndex((person) => person.id === id);
  const talk = (node: TalkNode) => ({
    id: node.databaseId,
    unread: node.unreadMessages,
    messages: node.messages.nodes.map(({ databaseId }) => databaseId),
  });
  const profiles = data as unknown as Record<string, Nodes<Id & { comments: Nodes<Id>; likedBy: Nodes<Id> }>>;
  const users = data as unknown as Record<string, UserNode | null>;
  return {
    waiting: data.me.pendingFriendRequests,
    unread: data.me.unreadMessages,
    ties: data.friendships.nodes.map(({ databaseId, status }) => ({ id: databaseId, accepted: status === 'ACCEPTED' })),
    friends: data.feed.nodes.map((node) => ({
      id: node.databaseId,
      likers: node.likers.map(numberOf),
      comments: node.commentCount,
    })),
    profiles: people.map((_, i) =>
      (profiles[`p${i}`]?.nodes ?? []).map(({ databaseId, comments, likedBy }) => ({
        id: databaseId,
        likedBy: likedBy.nodes.map((one) => numberOf(one.databaseId)),
        comments: comments.nodes.map((one) => one.databaseId),
      })),
    ),
    users: people.map((_, i) => {
      const user = users[`u${i}`];
      return (
        user && {
          hasBlocked: user.viewerHasBlocked,
          friendship: user.friendship?.databaseId ?? null,
          posts: user.posts.nodes.map(({ databaseId }) => databaseId),
        }
      );
    }),
    inbox: data.inbox.nodes.map(talk),
    archive: data.archive.nodes.map(talk),
    blocked: data.blockedUsers.nodes.map(({ databaseId }) => numberOf(databaseId)),
  };
}

/** The parts of that which REST has, read over REST. */
export async function seenOverRest(viewer: Person, people: readonly Person[]): Promise<unknown> {
  const get = async <Shape>(path: string) => (await as(viewer).get(path)).json<Shape>();
  const list = async (path: string) => (await get<{ objects: Record<string, unknown>[] }>(path)).objects;
  const me = await get<Record<string, unknown>>('/me/');
  const talk = ({ id, has_unread_messages }: Record<string, unknown>) => ({ id, unread: has_unread_messages });
  return {
    waiting: me['pending_friend_requests'],
    unread: me['unread_messages'],
    ties: (await list('/friendship/?limit=0')).map(({ id, status }) => ({ id, accepted: status === 'Accepted' })),
    friends: (await list('/post/?limit=0')).map(({ id, likers, comment_count }) => ({
      id,
      likers: (likers as number[]).map((one) => people.findIndex((person) => person.id === one)),
      comments: comment_count,
    })),
    inbox: (await list('/conversation/inbox/?limit=0')).map(talk),
    archive: (await list('/conversation/archive/?limit=0')).map(talk),
  };
}
