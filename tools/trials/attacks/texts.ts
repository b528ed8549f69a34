import { globalId } from '../../../schema/global-id.ts';
import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { flood, graphql, rest, send } from './flood.ts';
import type { Sent } from './flood.ts';
import { roles } from './people.ts';
import type { Stage } from './stage.ts';

/** Who has written and recorded as much as anybody can. */
const author = 8;
/** The most bytes of an answer of GraphQL. */
const most = 9e6;
/** The conversation with 1,000 messages of 10,000 characters, by their width in bytes. */
const conversations = new Map<string, number>();

/** Written straight into the database, as a day of patience would. */
async function write({ database, accounts }: Stage): Promise<void> {
  if (conversations.size > 0) return;
  const id = accounts[author]?.id ?? 0;
  const members = [id, ...accounts.slice(roles.readers.first - 1, roles.readers.last).map((one) => one.id)];
  for (const [name, character] of Object.entries({ letters: 'a', emoji: '🙂', markup: '<' })) {
    const { rows } = await database.query('insert into conversation (started_by_id) values ($1) returning id', [id]);
    const conversation = Number((rows as { id: string }[])[0]?.id);
    conversations.set(name, conversation);
    await database.query('insert into conversation_member (conversation_id, user_id) select $1, unnest($2::bigint[])', [
      conversation,
      members,
    ]);
    await database.query(
      'insert into message (conversation_id, user_id, message) select $1, $2, repeat($3, 10000) from generate_series(1, 1000)',
      [conversation, id, character],
    );
    for (const table of ['conversation', 'conversation_member'])
      await database.query(
        `update ${table} set last_message_id = (select max(id) from message where conversation_id = $1)
         where ${table === 'conversation' ? 'id' : 'conversation_id'} = $1`,
        [conversation],
      );
  }
  await database.query(
    `insert into workout (user_id, title, post_body, run_date, run_type, duration_in_seconds, privacy, source, polyline)
     select $1, 'Run', repeat('🙂', 2000), timestamptz '2000-01-01' + n * interval '1 minute', 'Slow', 60, 'public', 'json', repeat('_p~iF', 400)
     from generate_series(1, 20000) n`,
    [id],
  );
}

/** Six at once, by accounts of their own. @throws Error when an answer of a document is longer than it may be */
async function ask(stage: Stage, from: string, make: (n: number) => Sent): Promise<string> {
  const { status, bytes } = await send(stage, from, make(0));
  if (make(0).path === '/graphql' && bytes > most) throw new Error(`one answer has ${(bytes / 1e6).toFixed(0)} MB`);
  return `${status}, ${(bytes / 1e6).toFixed(1)} MB; ${counted(await flood(stage, from, 12, 6, make))}`;
}

const lists = (name: string, count: number, list: (n: number) => string) =>
  `query ($id: ID!) { ${name} { ${Array.from({ length: count }, (_, n) => list(n)).join(' ')} } }`;
const conversation = 'conversation(id: $id)';
const id = (name: string) => ({ id: globalId('Conversation', conversations.get(name) ?? 0) });

const documents: Record<string, string> = {
  'eleven times the same list': lists(
    conversation,
    11,
    (n) => `a${n}: messages(first: ${1000 - n}) { nodes { message } }`,
  ),
  'thirty short lists': lists(
    conversation,
    30,
    (n) => `a${n}: messages(first: 20, offset: ${n}) { nodes { message } }`,
  ),
  'one list with each text twenty times': lists(
    conversation,
    1,
    () => `messages(first: 1000) { nodes { ${Array.from({ length: 20 }, (_, n) => `a${n}: message`).join(' ')} } }`,
  ),
  'a list under long names': lists(
    conversation,
    1,
    () => `messages(first: 1000) { nodes { ${'a'.repeat(4000)}: databaseId message } }`,
  ),
};

/** What is read, by the name of the attack. */
const readings: Record<string, (key: string, stage: Stage) => Sent> = {};
for (const [what, query] of Object.entries(documents))
  for (const name of ['letters', 'emoji'])
    readings[`${what} of 1,000 messages of 10,000 ${name}`] = (key) => graphql(query, key, id(name));
for (const [format, name] of Object.entries({ json: 'emoji', xml: 'markup', yaml: 'letters' }))
  readings[`1,000 messages of 10,000 characters over REST in ${format}`] = (key) =>
    rest('GET', `/message/?conversation=${conversations.get(name)}&format=${format}`, key);
readings['20,000 workouts over REST'] = (key, { accounts }) =>
  rest('GET', `/workout/?user=${accounts[author]?.id}`, key);

/** Attacks with texts that are as long as texts may be, each by four readers of its own. */
export const texts: Attack[] = Object.entries(readings).map(([name, reading], at) => ({
  name: `long texts: ${name}`,
  prepare: write,
  run: (stage, from) =>
    ask(stage, from, (n) => reading(stage.accounts[roles.readers.first - 1 + 4 * at + (n % 4)]?.key ?? '', stage)),
}));
