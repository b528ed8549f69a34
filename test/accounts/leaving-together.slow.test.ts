/** Accounts can be deleted while their owners and other users write as fast as possible. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { startService } from '../../src/server/server.ts';
import { idIn, say, start } from '../conversations/conversation-calls.ts';
import { until } from '../mail/patience.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { record, workoutBody } from '../support/workouts.ts';
import { tracesOf } from './traces.ts';

const service = await testService();
const leave = (person: Person) =>
  as(person).graphql(`mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }`, {
    password: person.password,
  });

/** Somebody whose names occur nowhere else. */
const newcomer = (name: string) => newPerson(service, `${name}${randomUUID().slice(0, 8)}`, `${name}son`);
const like = (who: Person, object_type: string, object_id: number) =>
  as(who).post('/like/toggle/', { object_type, object_id });

/** Everybody is everybody's friend, likes and comments on everybody's posts and comments, and talks with all. */
async function closeFriends(names: string[]): Promise<Person[]> {
  const people = await Promise.all(names.map((name) => newPerson(service, name, 'Close')));
  for (const [i, one] of people.entries()) for (const other of people.slice(i + 1)) await befriend(service, one, other);
  const [first, ...others] = people as [Person, ...Person[]];
  const group = await start(first, others);
  const posts = await Promise.all(people.map(async (person) => (await record(person)).post));
  for (const person of people) {
    await say(person, group, 'Hello');
    for (const post of posts) {
      await as(person).post('/comment/', { post_id: post, comment: 'Well done' });
      await as(person).post('/like/toggle/', { object_type: 'post', object_id: post });
    }
  }
  const { objects } = (await as(first).get(`/comment/?post_id=${posts[0]}`)).json<{ objects: { id: number }[] }>();
  for (const { id } of objects)
    for (const person of people) await as(person).post('/like/toggle/', { object_type: 'comment', object_id: id });
  return people;
}

test('users who share many things can delete their accounts at the same time, while one of them still writes', async () => {
  for (const round of ['a', 'b']) {
    const people = await closeFriends(['Ann', 'Bob', 'Cho', 'Dan', 'Eve', 'Fay'].map((name) => `${name}${round}`));
    const [stays, ...leavers] = people as [Person, ...Person[]];
    const over = new AbortController();
    const statuses = new Set<number>();
    const busy = (async () => {
      const { post } = await record(stays);
      while (!over.signal.aborted) {
        statuses.add((await as(stays).post('/comment/', { post_id: post, comment: 'Still here' })).status);
        statuses.add((await as(stays).post('/like/toggle/', { object_type: 'post', object_id: post })).status);
      }
    })();
    const answers = await Promise.all(leavers.map(leave));
    over.abort();
    await busy;
    expect(answers.map(({ data }) => data)).toEqual(leavers.map(() => ({ deleteAccount: { done: true } })));
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  }
});

describe('an account that is deleted while', () => {
  test('its owner and others write at full speed leaves no data', async () => {
    const eve = await newPerson(service, 'Eve', 'Evans');
    for (let round = 0; round < 4; round++) {
      const ann = await newcomer(`Racer${'abcd'[round]}`);
      const requester = await newPerson(service, `Asker${'abcd'[round]}`, 'Ash');
      await befriend(service, ann, eve);
      const posts = await Promise.all(Array.from({ length: 4 }, () => record(eve)));
      const own = await record(ann);
      const liked = idIn(await as(eve).post('/comment/', { post_id: posts[0]?.post, comment: 'Well done' }));
      const group = await start(eve, [ann, requester]);
      const { signal: over, abort } = stopper();
      const statuses = new Set<number>();
      const busily = async (act: (i: number) => Promise<{ status: number }>) => {
        for (let i = 0; !over.aborted; i++) statuses.add((await act(i)).status);
      };
      const post = (i: number) => posts[i % posts.length]?.post ?? 0;
      const busy = [
        busily((i) => as(ann).post('/comment/', { post_id: post(i), comment: 'Well done' })),
        busily((i) => as(eve).post('/comment/', { post_id: post(i + 1), comment: 'Thanks' })),
        busily(() => as(eve).post('/comment/', { post_id: own.post, comment: 'You too' })),
        busily((i) => like(ann, 'post', post(i))),
        busily(() => like(ann, 'comment', liked)),
        busily(() => as(ann).post('/workout/', workoutBody())),
        busily((i) => as(i % 2 ? ann : eve).post('/message/', { conversation_id: group, message: 'Hello' })),
        busily(() => as(eve).post('/conversation/', { message: 'Hi', recipients: [ann.id] })),
        busily(() => as(requester).post('/friendship/request/', { user_id: ann.id })),
        busily(() => as(ann).post('/friendship/accept/', { user_id: requester.id })),
      ];
      await sleep(150 + 100 * round);
      expect((await leave(ann)).errors).toEqual([]);
      await sleep(100);
      abort();
      await Promise.all(busy);
      expect([...statuses].filter((status) => status >= 500)).toEqual([]);
      const traces = await tracesOf(service, ann);
      expect(traces.sort()).toEqual(['conversation.past_users_involved', 'message.user_deleted_name']);
      for (const { post: id } of posts) {
        const [row] = await service.sql(
          'select comment_count = (select count(*) from comment where post_id = p.id) as exact from post p where id = ?',
          [id],
        );
        expect(row).toEqual({ exact: true });
      }
    }
  });

  (process.env['TEST_DATABASE_URL'] ? test : test.skip)(
    'another process serves it loses its keys there, too',
    async () => {
      const { databaseUrl, ...config } = readConfig({
        PORT: '0',
        RATE_LIMITS: 'off',
        SECRET_KEY: 'only for tests, never elsewhere',
        DATA_DIR: service.dataDir,
        DATABASE_URL: await urlOfDatabase(),
      });
      const other = await startService({ databaseUrl, ...config }, pino({ level: 'silent' }));
      const ann = await newcomer('Elsewhere');
      const there = new Client(other.url, ann.authorization);
      expect((await there.get('/me/')).status).toBe(200);
      await leave(ann);
      await until(async () => (await there.get('/me/')).status === 401, 'the other process to hear of it', 2);
      await other.stop();
    },
  );
});

function stopper() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

async function urlOfDatabase(): Promise<string> {
  const [row] = await service.sql('select current_database() as name');
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${String(row?.['name'])}`;
  return url.href;
}
