import { changes, conversationPage, feedPage, friendshipPage, messagesOf, owner } from './documents.ts';
import type { Changes, Conversation, Friendship, Message, Post, Send } from './documents.ts';

/** What a client holds, by ids. It is JSON. */
export interface Copy {
  /** After which changes to go on; null before the first reading. */
  cursor: string | null;
  /** The id of the owner of the key. */
  me: string;
  posts: Record<string, Post>;
  conversations: Record<string, Conversation & { messages: Record<string, Message> }>;
  friendships: Record<string, Friendship>;
}

type Change = Changes['changes'][number];
type Of<Name> = Extract<Change, { __typename: Name }>;

export function emptyCopy(): Copy {
  return { cursor: null, me: '', posts: {}, conversations: {}, friendships: {} };
}

/** Reads everything. What changes in the meantime follows, because the cursor is older. */
export async function readAll(send: Send, cursor: string | null): Promise<Copy> {
  const { me } = await send(owner, {});
  if (!me) throw new Error('This key does not belong to anybody.');
  const copy: Copy = { ...emptyCopy(), cursor, me: me.id };
  await readPosts(send, copy, null);
  for (const placement of ['INBOX', 'ARCHIVED'] as const) {
    for await (const nodes of pages(
      async (after) => (await send(conversationPage, { placement, after })).conversations,
    ))
      for (const { messages, ...conversation } of nodes)
        copy.conversations[conversation.id] = { ...conversation, messages: byId(messages.nodes) };
  }
  for await (const nodes of pages(async (after) => (await send(friendshipPage, { after })).friendships))
    Object.assign(copy.friendships, byId(nodes));
  return copy;
}

/** Brings the copy up to date. Returns how many objects have changed; null if everything was read. */
export async function catchUp(copy: Copy, send: Send): Promise<number | null> {
  let count: number | null = 0;
  for (;;) {
    const page = (await send(changes, { after: copy.cursor })).changes;
    if (!page) throw new Error('This key does not belong to anybody.');
    await apply(copy, page, send);
    count = page.reset || count === null ? null : count + page.changes.length;
    if (!page.hasMore) return count;
  }
}

/** Applies a page of changes, which a query or a subscription has returned. */
export async function apply(copy: Copy, { changes: changed, cursor, reset }: Changes, send: Send): Promise<void> {
  if (reset) Object.assign(copy, await readAll(send, cursor));
  for (const change of changed) await applyOne(copy, change, send);
  copy.cursor = cursor;
}

async function applyOne(copy: Copy, change: Change, send: Send): Promise<void> {
  switch (change.__typename) {
    case 'PostChanged':
      if (change.post) copy.posts[change.postId] = change.post;
      else delete copy.posts[change.postId];
      break;
    case 'MessageAdded': {
      const { conversation, ...message } = change.message;
      const isKnown = conversation.id in copy.conversations;
      await putConversation(copy, conversation, !isKnown, send);
      const held = copy.conversations[conversation.id];
      if (held) held.messages[message.id] = message;
      break;
    }
    case 'ConversationChanged': {
      const { conversation, conversationId, messagesChanged } = change;
      if (conversation) await putConversation(copy, conversation, messagesChanged, send);
      else delete copy.conversations[conversationId];
      break;
    }
    case 'FriendshipChanged':
      await applyFriendship(copy, change, send);
      break;
    case 'UserChanged':
      for (const post of Object.values(copy.posts))
        if (post.author.id === change.userId && change.user) post.author.firstName = change.user.firstName;
      break;
    default:
    // Notifications are not in the copy.
  }
}

/** Hidden conversations are not in the copy. Messages are read again where they may look different now. */
async function putConversation(copy: Copy, conversation: Conversation, anew: boolean, send: Send): Promise<void> {
  const { id, placement } = conversation;
  if (placement === 'HIDDEN') {
    delete copy.conversations[id];
    return;
  }
  const held = copy.conversations[id];
  const nodes = anew || !held ? ((await send(messagesOf, { id })).conversation?.messages.nodes ?? []) : null;
  copy.conversations[id] = { ...conversation, messages: nodes ? byId(nodes) : (held?.messages ?? {}) };
}

/** With a friendship, the posts of the friend come and go. */
async function applyFriendship(copy: Copy, change: Of<'FriendshipChanged'>, send: Send): Promise<void> {
  const { friendship, friendshipId, isInFeed } = change;
  const held = copy.friendships[friendshipId];
  if (friendship) copy.friendships[friendshipId] = friendship;
  else delete copy.friendships[friendshipId];
  const tie = friendship ?? held;
  // The id of the other user is null once that account is deleted.
  const other = change.otherUserId ?? (tie?.requester.id === copy.me ? tie.requested.id : tie?.requester.id);
  for (const { id, author } of Object.values(copy.posts)) if (author.id === other) delete copy.posts[id];
  if (isInFeed && other !== undefined) await readPosts(send, copy, other);
}

/** Reads the friends feed, or of it the posts of one friend. */
async function readPosts(send: Send, copy: Copy, userId: string | null): Promise<void> {
  const type = userId === null ? 'FRIENDS' : 'PROFILE';
  for await (const nodes of pages(async (after) => (await send(feedPage, { type, userId, after })).feed))
    Object.assign(copy.posts, byId(nodes));
}

interface Page<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

async function* pages<Node>(read: (after: string | null) => Promise<Page<Node> | null>): AsyncGenerator<Node[]> {
  for (let after: string | null = null; ;) {
    const page: Page<Node> | null = await read(after);
    if (page) yield page.nodes;
    if (!page?.pageInfo.hasNextPage) return;
    after = page.pageInfo.endCursor;
  }
}

function byId<Node extends { id: string }>(nodes: readonly Node[]): Record<string, Node> {
  return Object.fromEntries(nodes.map((node) => [node.id, node]));
}
