import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import type { Client } from 'graphql-ws';
import { WebSocket } from 'ws';

/**
 * `npx runners live messages --key=KEY` prints live events. It is an example of a client: it keeps the cursor of the last event
 * that it has received, and after an interruption reconnects and resumes after it.
 */
const subscriptions: Record<string, string> = {
  messages: `subscription ($after: String) {
    live: messageAdded(after: $after) { cursor message { id message user { firstName } conversation { id } } } }`,
  feed: `subscription ($after: String) {
    live: feedPostAdded(after: $after) { cursor post { id body author { firstName lastName } workout { title distanceInMeters } } } }`,
  posts: `subscription ($after: String) {
    live: postChanged(after: $after) { cursor postId post { body likeCount commentCount } } }`,
  conversations: `subscription ($after: String) {
    live: conversationChanged(after: $after) { cursor conversationId left conversation { placement unreadMessages } } }`,
  notifications: `subscription ($after: String) {
    live: notificationAdded(after: $after) { cursor notification { kind actorCount actors { firstName lastName } } } }`,
  friendships: `subscription ($after: String) {
    live: friendshipChanged(after: $after) { cursor friendshipId friendship { status } otherUser { firstName lastName } } }`,
};

const usage = `usage: npx runners live ${Object.keys(subscriptions).join('|')} --key=KEY [--after CURSOR] [--url ws://127.0.0.1:4000/graphql]\n`;

/** The part of an event that every subscription has. */
type Live = { live: { cursor: string } };

/** Resolves when the service completes the subscription, and rejects when it refuses it. */
async function listen(query: string, url: string, key: string, from: string | undefined): Promise<void> {
  let wasConnected = false;
  let reason = '';
  const client = createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey: key },
    retryAttempts: Infinity,
    retryWait: () => sleep(1000),
    // Retries after every interruption, except for a key that is wrong or was revoked, and for a service that was never reached.
    shouldRetry: (event) => wasConnected && (event as { code?: number }).code !== 4403,
    on: {
      connected: () => (wasConnected = true),
      error: (event) => (reason = reasonOf(event)),
      closed: (event) => wasConnected && process.stderr.write(`cut off: ${reasonOf(event)}\n`),
    },
  });
  const explained = (error: unknown): never => {
    if (wasConnected || (error as { code?: number }).code === 4403) throw error;
    throw new Error(`the service cannot be reached at ${url}: ${reason || reasonOf(error)}`);
  };
  let after = from ?? (await cursorNow(client).catch(explained));
  const variables = {
    // The client reads it each time it subscribes, also after an interruption.
    get after() {
      return after;
    },
  };
  await new Promise<void>((complete, error) => {
    client.subscribe<Live>(
      { query, variables },
      {
        next({ data, errors }) {
          if (errors) error(new Error(errors.map(({ message }) => message).join('\n')));
          if (!data) return;
          after = data.live.cursor;
          process.stdout.write(`${JSON.stringify(data.live)}\n`);
        },
        complete,
        error,
      },
    );
  }).catch(explained);
}

/** What an error or the end of a connection says. */
const reasonOf = (event: unknown) => {
  const { message, reason } = event as { message?: string; reason?: string };
  return message || reason || 'the service does not answer';
};

/** The address of the WebSocket. As everywhere else, the URL may be that of the service, without a path. @throws Error if it is no URL */
function socketUrl(url: string): string {
  if (!URL.canParse(url)) throw new Error(`--url ${url}: this is no URL`);
  const { origin } = new URL(url.replace(/^ws/, 'http'));
  return `${origin.replace(/^http/, 'ws')}/graphql`;
}

/** The current cursor, so that events before the first received one are not missed either. */
async function cursorNow(client: Client): Promise<string> {
  for await (const { data } of client.iterate<{ liveCursor: string }>({ query: '{ liveCursor }' }))
    if (data) return data.liveCursor;
  throw new Error('the service did not return the current cursor');
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, after: { type: 'string' }, url: { type: 'string' } },
});
const query = subscriptions[positionals[0] ?? ''];
if (!query || !values.key) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else
  try {
    await listen(query, socketUrl(values.url ?? 'http://127.0.0.1:4000'), values.key, values.after);
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
