import { parseArgs } from 'node:util';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/**
 * `npm run live -- messages --key KEY`: prints what happens, as it happens. An example of a client: it keeps the cursor of
 * the last event it has, and after a cut connects again and goes on behind it.
 */
const subscriptions: Record<string, string> = {
  messages: `subscription ($after: String) {
    live: messageAdded(after: $after) { cursor message { id message user { firstName } conversation { id } } } }`,
  feed: `subscription ($after: String) {
    live: feedPostAdded(after: $after) { cursor post { id body author { firstName lastName } workout { title distanceInMeters } } } }`,
  posts: `subscription ($after: String) {
    live: postChanged(after: $after) { cursor postId post { body likers commentCount } } }`,
  conversations: `subscription ($after: String) {
    live: conversationChanged(after: $after) { cursor conversationId left conversation { placement unreadMessages } } }`,
  friendships: `subscription ($after: String) {
    live: friendshipChanged(after: $after) { cursor friendshipId friendship { status } otherUser { firstName lastName } } }`,
};

const usage = `npm run live -- ${Object.keys(subscriptions).join('|')} --key KEY [--after CURSOR] [--url ws://127.0.0.1:4000/graphql]\n`;

/** What a subscription says of an event. */
type Live = { live: { cursor: string } };

async function listen(query: string, url: string, key: string, from: string | undefined): Promise<void> {
  let after = from;
  const client = createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey: key },
    retryAttempts: Infinity,
    // All but a key that is wrong or revoked, and what the client did wrong itself.
    shouldRetry: (event) => (event as { code?: number }).code !== 4403,
    on: { closed: (event) => process.stderr.write(`cut off: ${(event as { reason?: string }).reason || 'no reason'}\n`) },
  });
  // The client repeats the payload as it is at that time: the variables are read again at each attempt.
  const payload = { query, variables: { get after() { return after; } } };
  for await (const { data, errors } of client.iterate<Live>(payload)) {
    if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));
    if (!data) continue;
    after = data.live.cursor;
    process.stdout.write(`${JSON.stringify(data.live)}\n`);
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, after: { type: 'string' }, url: { type: 'string' } },
});
const query = subscriptions[positionals[0] ?? ''];
if (!query || !values.key) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else
  listen(query, values.url ?? 'ws://127.0.0.1:4000/graphql', values.key, values.after).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : JSON.stringify(error)}\n`);
    process.exitCode = 1;
  });
