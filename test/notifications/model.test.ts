/**
 * Five people carry out random actions. Afterwards the notifications of each person, and the number of unread ones, are
 * those of a short model in memory (`notification-model.ts`).
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { notificationKinds } from '../../src/domain/notifications/kinds.ts';
import { privacies } from '../../src/domain/rules/visibility.ts';
import { mute, unmute } from '../people/moderating.ts';
import { actionOf, drawn } from '../rules/random-actions.ts';
import { newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { holds, patience } from '@runners/testing';
import { testService } from '../support/service.ts';
import { change, likeComment, likePost, markRead, pageOf, unwant } from './notified.ts';
import { NotificationModel } from './notification-model.ts';

const service = await testService();
let groups = 0;

const kinds = [
  'mute',
  'unmute',
  'markRead',
  'unwant',
  'likeComment',
  'likeComment',
  'takeBack',
  'privacy',
  'deleteMessage',
] as const;
const more = fc.record({ kind: fc.constantFrom(...kinds), a: fc.nat(4), b: fc.nat(4), n: fc.nat(30) });
type More = typeof more extends fc.Arbitrary<infer Value> ? Value : never;
const isMore = (one: { kind: string }): one is More => (kinds as readonly string[]).includes(one.kind);

/** Deeds with fewer blocks, because there are no notifications between people who have blocked each other. */
const calm = drawn.map((one) => (one.kind === 'block' && one.n % 4 > 0 ? { ...one, kind: 'like' as const } : one));

/** Carries out a deed that `test/rules/random-actions.ts` does not have, in the service and in the model. */
async function doMore({ kind, a, b, n }: More, people: Person[], truth: NotificationModel): Promise<void> {
  const [me, other] = [people[a] as Person, people[b] as Person];
  switch (kind) {
    case 'mute':
      if (a === b || truth.blocked(b, a)) return;
      await mute(me, other);
      if (!truth.muted(a, b)) truth.mutes.push({ by: a, of: b });
      return;
    case 'unmute':
      await unmute(me, other);
      truth.mutes = truth.mutes.filter((one) => one.by !== a || one.of !== b);
      return;
    case 'markRead':
      await markRead(me);
      truth.markRead(a);
      return;
    case 'unwant': {
      const unwanted = n % 3 === 0 ? [notificationKinds[n % notificationKinds.length] ?? ''] : [];
      const words = unwanted.map((word) => word.toUpperCase());
      await unwant(me, words);
      truth.unwanted.set(a, words);
      return;
    }
    case 'likeComment': {
      const comments = truth.commentsOf();
      const comment = comments.at(-1 - (n % Math.min(3, comments.length)));
      if (!comment) return;
      const { errors } = await likeComment(me, comment.id);
      expect(errors.length === 0).toBe(truth.likeComment(a, comment.id));
      return;
    }
    case 'takeBack': {
      const post = truth.posts.findLast(({ likers }) => likers.includes(a));
      if (!post) return;
      const { errors } = await likePost(me, post.id, 'unlikePost');
      expect(errors.length === 0).toBe(truth.like(a, post.id, 'unlike'));
      return;
    }
    case 'privacy': {
      const post = truth.posts.at(-1 - (n % Math.min(3, truth.posts.length)));
      const privacy = privacies[n % 3] ?? 'public';
      if (!post) return;
      const { errors } = await change(me, 'editPost', 'Post', post.id, 'post { id }', {
        privacy: privacy.toUpperCase(),
      });
      expect(errors.length === 0).toBe(truth.editPrivacy(a, post.id, privacy));
      return;
    }
    case 'deleteMessage': {
      const talk = truth.talks.at(-1);
      const mine = talk?.messages.filter(({ by }) => by === a).at(-1);
      if (!talk || !mine) return;
      const { errors } = await change(me, 'deleteMessage', 'Message', mine.id, 'message { isDeleted }');
      expect(errors.length === 0).toBe(truth.deleteMessage(a, talk.id, mine.id));
    }
  }
}

/** Compares the notifications of each person, and their unread number, with the model. */
async function compare(people: Person[], truth: NotificationModel): Promise<void> {
  for (const [who, person] of people.entries()) {
    const { nodes, unread, totalCount } = await pageOf(person);
    const numberOf = (id: number) => people.findIndex((one) => one.id === id);
    const seen = nodes.map((node) => ({ ...node, actors: node.actors.map(numberOf) }));
    const expected = truth.notifications(who);
    expect(seen).toEqual(expected);
    expect([totalCount, unread]).toEqual([expected.length, expected.filter(({ isRead }) => !isRead).length]);
    const { nodes: some } = await pageOf(person, 'first: 100, unreadOnly: true');
    expect(some).toEqual(nodes.filter(({ isRead }) => !isRead));
  }
}

test(
  'the notifications of each person are those of the model',
  async () => {
    await holds(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: calm }, { weight: 1, arbitrary: more }), {
          minLength: 1,
          maxLength: 120,
          size: 'max',
        }),
        async (deeds) => {
          groups += 1;
          const names = ['Ada', 'Ben', 'Cleo', 'Dirk', 'Edda'];
          const people: Person[] = [];
          for (const name of names) people.push(await newPerson(service, name, `Group ${groups}`));
          const truth = new NotificationModel();
          for (const [at, each] of deeds.entries()) {
            if (at % 20 === 19) await compare(people, truth);
            if (isMore(each)) await doMore(each, people, truth);
            else {
              const deed = actionOf(each, people, truth);
              if (!deed) continue;
              const outcome = await deed.run();
              expect([deed.what, outcome.done]).toEqual([deed.what, deed.apply(truth, outcome)]);
            }
          }
          await compare(people, truth);
        },
      ),
      6,
    );
  },
  patience,
);
