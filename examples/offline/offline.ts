import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { request } from '../clients/request.ts';
import { openSocket } from '../clients/socket.ts';
import { apply, catchUp, emptyCopy } from './copy.ts';
import type { Copy } from './copy.ts';
import { asText, follow } from './documents.ts';
import type { Changes, SendOnce } from './documents.ts';
import { describe, sendWaiting } from './outbox.ts';
import type { Waiting } from './outbox.ts';

/**
 * Holds a copy of what the owner of a key sees, in a file, and works with it while the service is away:
 *
 *     npm run example:offline -- --key=<key>
 *     npm run example:offline -- --key=<key> like <post>
 *     npm run example:offline -- --key=<key> say <conversation> <text>
 *     npm run example:offline -- --key=<key> --follow
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    url: { type: 'string', default: process.env['SERVICE_URL'] ?? 'http://127.0.0.1:4000' },
    file: { type: 'string', default: 'offline.json' },
    follow: { type: 'boolean', default: false },
  },
});
const { key: apiKey, url, file } = values;

interface Held {
  copy: Copy;
  outbox: Waiting[];
}

async function load(): Promise<Held> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Held;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    return { copy: emptyCopy(), outbox: [] };
  }
}

/** The cursor and what it belongs to are stored together: the file is replaced as a whole. */
async function save(held: Held): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(held));
  await rename(`${file}.new`, file);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const send: SendOnce = (document, variables, once) => request(url, apiKey, asText(document), variables, once);

function show({ copy, outbox }: Held): void {
  const posts = Object.values(copy.posts).sort((one, other) => (one.createdDate < other.createdDate ? 1 : -1));
  print(`\n${posts.length} posts`);
  for (const { id, author, body, workout, likeCount, commentCount } of posts.slice(0, 5))
    print(`${id}  ${author.firstName}: ${workout?.title || body} · ${likeCount} likes, ${commentCount} comments`);
  const conversations = Object.values(copy.conversations);
  print(`\n${conversations.length} conversations`);
  for (const { id, unreadMessages, messages } of conversations) {
    const [last] = Object.values(messages).sort((one, other) => (one.createdDate < other.createdDate ? 1 : -1));
    print(`${id}  ${last?.user?.firstName ?? last?.userDeletedName}: ${last?.message} · ${unreadMessages} unread`);
  }
  for (const waiting of outbox) print(`Waits for the service: ${describe(waiting)}`);
}

/** Sends what waits, and then catches up, which includes what was sent. */
async function meet(held: Held): Promise<boolean> {
  try {
    for (const refused of await sendWaiting(held.outbox, send)) print(`Refused: ${refused}`);
    const count = await catchUp(held.copy, send);
    print(count === null ? 'Everything was read.' : `${count} objects have changed.`);
    return true;
  } catch (error) {
    // A failure with a code is an answer.
    const { code, message } = error as Error & { code?: string };
    if (code !== undefined) throw error;
    print(`The service does not answer (${message}). This is what was held before.`);
    return false;
  }
}

/** Goes on after the same cursor; the socket resumes by itself after an interruption. Rejects when that is not possible. */
function goOn(held: Held): Promise<void> {
  const socket = openSocket(url, apiKey);
  const take = async ({ changes }: { changes: Changes }) => {
    await apply(held.copy, changes, send);
    await save(held);
    print(`${changes.changes.length} objects have changed.`);
  };
  let taken = Promise.resolve();
  return new Promise<void>((resolve, reject) => {
    const variables = { after: held.copy.cursor };
    socket.subscribe<{ changes: Changes }>(
      { query: String(asText(follow)), variables },
      {
        next({ data, errors }) {
          if (errors) reject(new Error(errors[0]?.message));
          // One after the other, in the order in which they came.
          else if (data) taken = taken.then(() => take(data)).catch(reject);
        },
        error: reject,
        complete: resolve,
      },
    );
    print('Following.');
  }).finally(() => socket.dispose());
}

const held = await load();
const [act, object, ...words] = positionals;
if (act === 'like' && object) held.outbox.push({ key: crypto.randomUUID(), like: object });
if (act === 'say' && object)
  held.outbox.push({ key: crypto.randomUUID(), conversation: object, message: words.join(' ') });
// Before anything is sent, so that it is not lost, and not sent with another key.
await save(held);
const isThere = await meet(held).catch((error: Error) => {
  print(`The service refused: ${error.message}`);
  process.exitCode = 1;
  return false;
});
await save(held);
show(held);
if (values.follow && isThere) {
  // When it ends, such as with a cursor that is too old, the copy is brought up to date first.
  do await goOn(held).catch((error: Error) => print(`Interrupted: ${error.message}`));
  while (await meet(held));
}
