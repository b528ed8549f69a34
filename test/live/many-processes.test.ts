/** With several processes on one database, every reader receives each event once and in order, also after crashes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Client as Pg } from 'pg';
import { globalId } from '../../schema/global-id.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { liveCursor } from '../support/live.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { workoutBody } from '../support/workouts.ts';
import { dice, Fleet, Restless, startRedis } from './chaos.ts';
import { freePort } from '../support/free-port.ts';

/** `LIVE_CHAOS=full`: the whole size; else one that fits into the ordinary run. */
const full = process.env['LIVE_CHAOS'] === 'full';
const chosen = (name: string, whole: number, small: number) =>
  Number(process.env[`LIVE_CHAOS_${name}`] ?? (full ? whole : small));
const size = {
  people: chosen('PEOPLE', 40, 8),
  subscribers: chosen('SUBSCRIBERS', 200, 16),
  writes: chosen('WRITES', 5000, 150),
  writers: chosen('WRITERS', 8, 3),
  kills: chosen('KILLS', 20, 2),
  killMs: chosen('KILL_MS', 5000, 1500),
};
const minutes = full ? 45 : 6;
/** A listener that hears nothing for so long is not slow: it has lost something. */
const patienceMs = full ? 180_000 : 60_000;

const redisPort = await freePort();
const redis = process.env['TEST_DATABASE_URL'] ? await startRedis(redisPort) : null;
if (!redis)
  process.stderr.write('No TEST_DATABASE_URL or no redis-server: live events of many processes are not tried.\n');
const withAll = redis ? test : test.skip;

const messages = `subscription ($after: String) { messageAdded(after: $after) { cursor message { databaseId message } } }`;
const posts = `subscription ($after: String) { feedPostAdded(after: $after) { cursor post { databaseId author { databaseId } } } }`;

withAll(
  'everybody ends with exactly what they may see, each once and in order, whatever dies',
  async () => {
    const database = await preparedDatabase();
    const environment = { ...database.environment, DATABASE_POOL: '6', REDIS_URL: `redis://127.0.0.1:${redisPort}` };
    const fleet = new Fleet(environment);
    const sql = new Pg({ connectionString: database.environment['DATABASE_URL'] });
    let running = redis;
    const listeners: Restless[] = [];
    try {
      await sql.connect();
      await Promise.all([fleet.start(), fleet.start(), fleet.start()]);
      const people: Person[] = [];
      for (let i = 0; i < size.people; i++) people.push(await newPerson({ url: fleet.url() }, 'Person', `Number ${i}`));
      // Everybody is a friend of the next three.
      const edges = people.flatMap(({ id }, i) =>
        [1, 2, 3].map((step) => [id, people[(i + step) % people.length]?.id]),
      );
      for (const [one, other] of edges)
        await sql.query(
          'insert into friend_edge (user_id, friend_id) values ($1, $2), ($2, $1) on conflict do nothing',
          [one, other],
        );
      const conversations: { id: string; members: Person[] }[] = [];
      for (let i = 0; i < people.length; i++) {
        const members = [0, 1, 4].map((step) => people[(i + step) % people.length] as Person);
        const { data } = await as(members[0] as Person).graphql<{
          startConversation: { conversation: { id: string } };
        }>(
          'mutation ($ids: [ID!]!) { startConversation(input: { recipientIds: $ids, message: "Hello" }) { conversation { id } } }',
          { ids: members.slice(1).map(({ id }) => globalId('User', id)) },
        );
        conversations.push({ id: data?.startConversation.conversation.id ?? '', members });
      }
      const after = await liveCursor(as(people[0] as Person));
      const start = (
        await sql.query(
          'select coalesce((select max(id) from message), 0) as message, coalesce((select max(id) from post), 0) as post',
        )
      ).rows[0] as { message: string; post: string };

      const idOf = (name: string) => (event: Mapping) => (event[name] as { databaseId: number }).databaseId;
      for (let i = 0; i < size.subscribers; i++) {
        const person = people[i % people.length] as Person;
        const ofMessages = Math.floor(i / people.length) % 2 === 0;
        listeners.push(
          new Restless(person, fleet, ofMessages ? messages : posts, after, idOf(ofMessages ? 'message' : 'post')),
        );
      }

      let written = 0;
      // Between two kills a like part of all is written, however fast either goes: something always happens meanwhile.
      const ahead = () => written >= (size.writes * (fleet.kills + 1)) / (size.kills + 1);
      const write = async () => {
        while (written < size.writes) {
          if (ahead()) {
            await sleep(20);
            continue;
          }
          const i = (written += 1);
          const isMessage = i % 3 > 0;
          const { id, members } = conversations[dice(conversations.length)] as (typeof conversations)[number];
          const person = members[dice(members.length)] as Person;
          const body = isMessage
            ? null
            : workoutBody({ privacy: ['public', 'friends', 'private'][dice(3)], post_body: `Run ${i}` });
          for (let sent = false; !sent;) {
            const client = new Client(fleet.url() || 'http://127.0.0.1:9', person.authorization);
            try {
              if (body) sent = [201, 400].includes((await client.post('/workout/', body)).status);
              else {
                const { data } = await client.graphql<{ sendMessage: unknown }>(
                  'mutation ($id: ID!, $text: String!) { sendMessage(input: { conversationId: $id, message: $text }) { message { id } } }',
                  { id, text: `Message ${i}` },
                );
                sent = Boolean(data?.sendMessage);
              }
            } catch {
              await sleep(50);
            }
          }
        }
      };
      const kill = async () => {
        while (fleet.kills < size.kills) {
          await sleep(size.killMs);
          await fleet.replaceOne();
        }
      };
      const restartRedis = async () => {
        while (written < size.writes / 2) await sleep(100);
        running?.kill('SIGKILL');
        await sleep(1500);
        running = await startRedis(redisPort);
      };
      await Promise.all([...Array.from({ length: size.writers }, write), kill(), restartRedis()]);

      const expectedOf = async ({ id }: Person, ofMessages: boolean): Promise<number[]> => {
        const text = ofMessages
          ? 'select m.id from message m join conversation_member s on s.conversation_id = m.conversation_id where s.user_id = $1 and m.id > $2 order by m.id'
          : `select p.id from post p where p.id > $2 and (p.author_id = $1 or (p.privacy <> 'private' and exists
               (select 1 from friend_edge e where e.user_id = $1 and e.friend_id = p.author_id))) order by p.id`;
        const { rows } = await sql.query<{ id: string }>(text, [id, ofMessages ? start.message : start.post]);
        return rows.map((row) => Number(row.id));
      };
      const seqOf = (cursor: string) => Number(Buffer.from(cursor, 'base64url').toString().split(':')[1]);
      for (const [i, listener] of listeners.entries()) {
        const expected = await expectedOf(listener.person, Math.floor(i / people.length) % 2 === 0);
        let [received, since] = [listener.ids.length, Date.now()];
        while (listener.ids.length < expected.length && Date.now() - since < patienceMs) {
          await sleep(100);
          if (listener.ids.length > received) [received, since] = [listener.ids.length, Date.now()];
        }
        if (listener.ids.length < expected.length) {
          const { rows } = await sql.query<{ last: string; unplaced: string }>(
            'select (select last_seq from live_log) as last, (select count(*) from live_event where seq is null) as unplaced',
          );
          const lacking = expected.filter((id) => !listener.ids.includes(id));
          process.stderr.write(
            `Listener ${i} lacks ${lacking.join()}; the log reaches to ${rows[0]?.last}, ${rows[0]?.unplaced} without a place; ${await listener.examine(fleet)}\n`,
          );
        }
        // Ids of different authors and conversations need not be in the log's order, cursors are.
        expect(listener.ids.toSorted((a, b) => a - b)).toEqual(expected);
        const places = listener.cursors.map(seqOf);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(new Set(places).size).toBe(places.length);
        expect(listener.errors).toEqual([]);
      }
      const reconnects = listeners.reduce((sum, listener) => sum + listener.reconnects, 0);
      const delivered = listeners.reduce((sum, { ids }) => sum + ids.length, 0);
      process.stderr.write(
        `${written} writes, ${fleet.kills} kills, ${reconnects} reconnects, ${delivered} events delivered\n`,
      );
    } finally {
      await Promise.all(listeners.map((listener) => listener.stop()));
      running?.kill('SIGKILL');
      await fleet.stop();
      await sql.end();
      await database.remove();
    }
  },
  minutes * 60_000,
);
