import { makeGpx } from '../../../test/support/gpx-maker.ts';
import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { flood, graphql, rest, send } from './flood.ts';
import type { Stage } from './stage.ts';

/** Uploads recordings of 100,000 points each; the attacker of the number is their author. */
async function uploadLongRuns(stage: Stage, from: string, attacker: number, count: number): Promise<void> {
  const { key = '' } = stage.accounts[attacker] ?? {};
  for (let n = 0; n < count; n++) {
    const start = new Date(Date.UTC(2024, 0, 1 + n)).toISOString();
    const gpx = makeGpx({ points: 100_000, everySeconds: 1, stepMeters: 3, start });
    await send(stage, from, rest('POST', '/workout/', key, gpx, 'application/X.service-GPX+xml'));
  }
}

/** Points that no line through fewer points comes close to, by some thousandths of a degree. */
export function zigzag(count: number, thousandths = 1): { lat: number; lng: number; time: string }[] {
  return Array.from({ length: count }, (_, n) => ({
    lat: 47 + (n % 2) * 0.001 * thousandths + n * 1e-6,
    lng: 8 + (n % 3) * 0.001 * thousandths,
    time: new Date(Date.UTC(2024, 3, 1) + n * 1000).toISOString(),
  }));
}

/** Three callers at once, each with an account of their own. */
function byThree(stage: Stage, from: string, first: number, query: string): Promise<Record<string, number>> {
  return flood(stage, from, 6, 3, (n) =>
    graphql(query, stage.accounts[first + (n % 3)]?.key, { id: stage.accounts[first]?.globalId }),
  );
}

/** Attacks with what is asked for: answers that would fill the memory. */
export const answers: Attack[] = [
  {
    name: 'GPX and tracks of 30 runs of 100,000 points over GraphQL',
    prepare: (stage, from) => uploadLongRuns(stage, from, 4, 30),
    async run(stage, from) {
      const queries = [
        'query ($id: ID) { workouts(userId: $id, first: 100) { nodes { gpx } } }',
        'query ($id: ID) { workouts(userId: $id, first: 200) { nodes { gpx } } }',
        'query ($id: ID) { workouts(userId: $id, first: 200) { nodes { track } } }',
        `query ($id: ID) { ${Array.from({ length: 10 }, (_, n) => `a${n}: workouts(userId: $id, first: 20) { nodes { track } }`).join(' ')} }`,
        'query ($id: ID) { feed(type: PROFILE, userId: $id, first: 100) { nodes { workout { gpx track } } } }',
      ];
      const statuses = [];
      for (const query of queries) statuses.push(counted(await byThree(stage, from, 4, query)));
      return statuses.join('; ');
    },
  },
  {
    name: 'GPX of 30 long runs over REST, twenty slow readers',
    async run(stage, from) {
      const { id } = stage.accounts[4] ?? {};
      return counted(
        await flood(stage, from, 20, 20, (n) => {
          const sent = rest('GET', `/workout/?user=${id}`, stage.accounts[4 + (n % 3)]?.key ?? '');
          return { ...sent, headers: { ...sent.headers, Accept: 'application/X.service-GPX+xml' } };
        }),
      );
    },
  },
  {
    name: 'a list of 60 zigzag workouts sent as JSON',
    async prepare(stage, from) {
      const { key = '' } = stage.accounts[7] ?? {};
      const points = zigzag(50_000);
      for (let n = 0; n < 60; n++) {
        const workout = {
          run_date: new Date(Date.UTC(2024, 0, 1 + n)).toISOString(),
          title: 'Zigzag',
          run_type: 'Tempo',
          duration_in_seconds: 50_000,
          distance_in_meters: 5000 + n,
          points,
        };
        await send(stage, from, rest('POST', '/workout/', key, JSON.stringify(workout)));
      }
    },
    async run(stage, from) {
      const { id, key = '' } = stage.accounts[7] ?? {};
      const { status, bytes } = await send(stage, from, rest('GET', `/workout/?user=${id}`, key));
      if (bytes > 8e6) throw new Error(`one list has ${(bytes / 1e6).toFixed(0)} MB`);
      return `${status}, ${(bytes / 1e6).toFixed(2)} MB`;
    },
  },
  {
    name: 'an inbox of 1,000 conversations with 100 strangers each',
    async prepare({ database, accounts }) {
      // Written straight into the database, as days of patience would.
      const { id } = accounts[80] ?? {};
      await database.query(
        `with c as (insert into conversation (started_by_id) select 1 from generate_series(1, 1000) returning id)
         insert into conversation_member (conversation_id, user_id) select c.id, u from c, lateral (select $1::bigint union select 1 union select 100 + (c.id * 97 + n) % 90000 from generate_series(1, 98) n) s(u)`,
        [id],
      );
      await database.query(
        "insert into message (conversation_id, user_id, message) select id, 1, 'hello' from conversation",
      );
      for (const table of ['conversation', 'conversation_member'])
        await database.query(
          `update ${table} t set last_message_id = m.id from message m
           where m.conversation_id = t.${table === 'conversation_member' ? 'conversation_id' : 'id'}`,
        );
    },
    async run(stage, from) {
      const { key = '' } = stage.accounts[80] ?? {};
      const { status, bytes } = await send(stage, from, rest('GET', '/conversation/inbox/?limit=1000', key));
      const statuses = await flood(stage, from, 6, 6, () => rest('GET', '/conversation/inbox/?limit=1000', key));
      if (bytes > 8e6) throw new Error(`one inbox has ${(bytes / 1e6).toFixed(0)} MB`);
      return `${status}, ${(bytes / 1e6).toFixed(2)} MB; ${counted(statuses)}`;
    },
  },
];
