/**
 * Five people act on each other at random. A client that has read everything once, and then only polls `changes`, holds exactly
 * what a full reading returns, whenever it polls; one that subscribes ends with the same. What a page contains may be seen, and
 * what it says is gone could be seen before.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { print } from 'graphql';
import { apply, catchUp, emptyCopy, readAll } from '../../examples/offline/copy.ts';
import type { Copy } from '../../examples/offline/copy.ts';
import { follow } from '../../examples/offline/documents.ts';
import type { Changes, Send } from '../../examples/offline/documents.ts';
import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { visibleTo } from '../../src/domain/rules/visibility.ts';
import { actionOf, drawn } from '../rules/random-actions.ts';
import { ReferenceModel } from '../rules/reference-model.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { TestSocket } from '../support/live.ts';
import { holds, patience } from '@runners/testing';
import { testService } from '../support/service.ts';

const service = await testService();
let groups = 0;

const number = fc.nat(30);
/** What the model of `test/rules/reference-model.ts` does not have. */
const others = [
  'deletePost',
  'editPost',
  'close',
  'open',
  'editComment',
  'mute',
  'unmute',
  'leave',
  'deleteMessage',
] as const;
const other = fc.record({ kind: fc.constantFrom(...others), a: fc.nat(4), b: fc.nat(4), n: number });
const step = fc.oneof(
  { weight: 3, arbitrary: drawn.map((deed) => ({ deed })) },
  { weight: 1, arbitrary: other.map((act) => ({ act })) },
  { weight: 1, arbitrary: fc.nat(4).map((polls) => ({ polls })) },
);
type Act = typeof other extends fc.Arbitrary<infer Value> ? Value : never;

/** Does it, if there is something to do it to. Whether it is allowed does not matter here. */
async function perform({ kind, a, b, n }: Act, people: readonly Person[], truth: ReferenceModel): Promise<void> {
  const newest = <Item>(items: readonly Item[]) => items.at(-1 - (n % Math.max(1, Math.min(3, items.length))));
  const mutate = async (by: number, name: string, of: NodeType, id: number | undefined, input = {}, key = 'id') => {
    if (id === undefined) return;
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
    const variables = { input: { ...input, [key]: globalId(of, id) } };
    const text = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`;
    await as(people[by] as Person).graphql(text, variables);
  };
  const post = newest(truth.posts);
  const talk = newest(truth.talks);
  const comment = newest(truth.posts.flatMap(({ comments }) => comments));
  const said = newest(truth.talks.flatMap(({ messages }) => messages));
  const them = people[b]?.id;
  switch (kind) {
    case 'deletePost':
      return mutate(post?.author ?? 0, 'deletePost', 'Post', post?.id);
    case 'editPost':
      return mutate(post?.author ?? 0, 'editPost', 'Post', post?.id, { body: `edited ${n}` });
    case 'close':
      return mutate(post?.author ?? 0, 'editPost', 'Post', post?.id, { privacy: n % 2 === 0 ? 'PRIVATE' : 'FRIENDS' });
    case 'open':
      return mutate(post?.author ?? 0, 'editPost', 'Post', post?.id, { privacy: n % 2 === 0 ? 'PUBLIC' : 'FRIENDS' });
    case 'editComment':
      return mutate(comment?.by ?? 0, 'editComment', 'Comment', comment?.id, { comment: `edited ${n}` });
    case 'mute':
      return mutate(a, 'mutePerson', 'User', them, {}, 'userId');
    case 'unmute':
      return mutate(a, 'unmutePerson', 'User', them, {}, 'userId');
    case 'leave':
      return mutate(a, 'leaveConversation', 'Conversation', n % 3 === 0 ? talk?.id : undefined);
    case 'deleteMessage':
      return mutate(said?.by ?? 0, 'deleteMessage', 'Message', said?.id);
  }
}

/** One person with what their clients hold. */
class Follower {
  readonly #person: Person;
  readonly copy: Copy = emptyCopy();
  /** The posts of which the person may be told that they are gone. */
  readonly seen = new Set<string>();
  /** The posts that `changes` has said to be gone. */
  readonly gone = new Set<string>();

  constructor(person: Person) {
    this.#person = person;
  }

  readonly send: Send = async <Result, Variables>(document: Parameters<typeof print>[0], variables: Variables) => {
    const { data, errors } = await as(this.#person).graphql(print(document), variables as Record<string, unknown>);
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    const page = (data as { changes?: Changes }).changes;
    for (const change of page?.changes ?? [])
      if (change.__typename === 'PostChanged' && !change.post) this.gone.add(change.postId);
    return data as Result;
  };

  /** Catches up, and compares what is held with a full reading. */
  async poll(): Promise<void> {
    await catchUp(this.copy, this.send);
    expect(this.copy).toEqual(await readAll(this.send, this.copy.cursor));
    expect([...this.gone].filter((id) => !this.seen.has(id))).toEqual([]);
  }
}

/** Posts with each privacy that they have had. */
type Former = Map<string, readonly [post: number, author: number, privacy: string]>;

/**
 * Notes which posts each person may see now, and which ones the person might see now with a privacy that they have had: a
 * reader who has become a friend of the author meanwhile is told that they are gone, too, because the log does not
 * contain former friendships.
 */
async function noteSeen(people: readonly Person[], followers: readonly Follower[], former: Former): Promise<void> {
  const ids = people.map(({ id }) => id).join();
  const posts = await service.sql(`select id::int, author_id::int, privacy from post where author_id in (${ids})`);
  for (const { id, author_id: author, privacy } of posts)
    former.set(`${String(id)} ${String(privacy)}`, [Number(id), Number(author), String(privacy)]);
  const rows = await service.sql(
    `select v.id::int as viewer, (p.value->>0)::int as post from users v, jsonb_array_elements(?::jsonb) p(value),
     lateral (select (p.value->>1)::bigint as author_id, p.value->>2 as privacy) former
     where v.id in (${ids}) and ${visibleTo('v.id', 'former')}`,
    [JSON.stringify([...former.values()])],
  );
  for (const { viewer, post } of rows)
    followers[people.findIndex(({ id }) => id === viewer)]?.seen.add(globalId('Post', Number(post)));
}

/** Somebody who subscribes, and holds what the subscription delivers. */
async function subscribe(person: Person, follower: Follower) {
  const copy = emptyCopy();
  await catchUp(copy, follower.send);
  const socket = await new TestSocket(service.url).init({ authorization: person.authorization });
  const live = socket.operate(print(follow), { after: copy.cursor });
  return {
    /** What is held once it is equal to what is expected; otherwise what it was after a long time. */
    async settled(expected: Copy): Promise<Copy> {
      for (let tries = 0, taken = 0; tries < 500; tries++) {
        for (; taken < live.events.length; taken++)
          await apply(copy, live.events[taken] as unknown as { cursor: string } as Changes, follower.send);
        if (JSON.stringify(sorted(copy)) === JSON.stringify(sorted(expected))) break;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      socket.raw.close();
      return copy;
    },
  };
}

/** The same without the cursor, in one order. */
function sorted(copy: Copy): unknown {
  const inOrder = (value: unknown): unknown =>
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .sort(([one], [another]) => (one < another ? -1 : 1))
            .map(([key, held]) => [key, inOrder(held)]),
        );
  return inOrder({ ...copy, cursor: null });
}

test(
  'who catches up holds what a full reading returns',
  async () => {
    await holds(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), async (steps) => {
        groups += 1;
        const people: Person[] = [];
        for (const name of ['Ada', 'Ben', 'Cleo', 'Dirk', 'Edda'])
          people.push(await newPerson(service, name, `Follower ${groups}`));
        const followers = people.map((person) => new Follower(person));
        for (const follower of followers) await follower.poll();
        const subscriber = await subscribe(people[0] as Person, followers[0] as Follower);
        const truth = new ReferenceModel();
        const former: Former = new Map();
        const act = async (drawnDeed: Parameters<typeof actionOf>[0]) => {
          const deed = actionOf(drawnDeed, people, truth);
          if (deed) deed.apply(truth, await deed.run());
        };
        // Each begins as a friend of the next one, with a conversation and a post for friends.
        for (const a of people.keys()) {
          const b = (a + 1) % people.length;
          await act({ kind: 'request', a, b, c: b, n: 0 });
          await act({ kind: 'request', a: b, b: a, c: a, n: 0 });
          await act({ kind: 'start', a, b, c: b, n: 0 });
          await act({ kind: 'post', a, b, c: b, n: 1 });
        }
        await noteSeen(people, followers, former);
        for (const one of steps) {
          if ('polls' in one) await followers[one.polls]?.poll();
          else if ('act' in one) await perform(one.act, people, truth);
          else await act(one.deed);
          await noteSeen(people, followers, former);
        }
        for (const follower of followers) await follower.poll();
        const expected = (followers[0] as Follower).copy;
        expect(sorted(await subscriber.settled(expected))).toEqual(sorted(expected));
      }),
      3,
    );
  },
  patience,
);
