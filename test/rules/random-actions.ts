import fc from 'fast-check';
import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { setBlock } from '../friendships/friendship-calls.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Answer, GraphqlAnswer } from '../support/client.ts';
import { workoutBody } from '../support/workouts.ts';
import type { ReferenceModel } from './reference-model.ts';

/** What came of a deed: whether it was allowed, and the ids of what it made. */
interface Outcome {
  done: boolean;
  id: number;
  message: number;
}

/** Something that somebody does: over the service, and in truth. */
export interface Action {
  what: string;
  run: () => Promise<Outcome>;
  apply: (truth: ReferenceModel, outcome: Outcome) => boolean;
}

const kinds = {
  ties: ['request', 'request', 'accept', 'end', 'block', 'unblock'],
  talks: ['say', 'say', 'say', 'read', 'read', 'start', 'archive', 'hide', 'block', 'unblock'],
  posts: [
    'post',
    'post',
    'like',
    'like',
    'unlike',
    'toggle',
    'comment',
    'deletePost',
    'deleteComment',
    'request',
    'end',
    'block',
  ],
} as const;
const numbers = { a: fc.nat(4), b: fc.nat(4), c: fc.nat(4), n: fc.nat(30) };
/** A deed before it is known to whom: numbers that are taken modulo what there is. */
export const drawn = fc.record({ kind: fc.constantFrom(...Object.values(kinds).flat()), ...numbers });
/** Two that are about the same thing or the same two people. */
export const drawnPair = fc.constantFrom(...Object.values(kinds)).chain((family) =>
  fc
    .tuple(fc.record({ kind: fc.constantFrom(...family), ...numbers }), fc.constantFrom(...family), fc.boolean())
    .map(([one, kind, swapped]): [Drawn, Drawn] => {
      const other = swapped ? { ...one, kind, a: one.b, b: one.a } : { ...one, kind };
      return [one, other];
    }),
);
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

const fromRest = ({ status, headers, text }: Answer): Outcome => {
  if (status >= 500) throw new Error(`${status} ${text}`);
  const made = Number(/(\d+)\/$/.exec(headers.location ?? '')?.[1] ?? 0);
  return { done: status < 400, id: made, message: 0 };
};
const fromGraphql = ({ errors }: GraphqlAnswer): Outcome => {
  if (errors[0]?.extensions.code.includes('INTERNAL')) throw new Error(errors[0].message);
  return { done: errors.length === 0, id: 0, message: 0 };
};
const mutation = (person: Person, name: string, type: string, of: NodeType, id: number) =>
  as(person)
    .graphql(`mutation ($id: ID!) { ${name}(input: { id: $id } ) { ${type} { id } } }`, { id: globalId(of, id) })
    .then(fromGraphql);
/** One of the newest three, so that much is done to few things. */
const pick = <Item>(items: readonly Item[], n: number): Item | undefined =>
  items.at(-1 - (n % Math.min(3, items.length)));
const privacies = ['public', 'friends', 'private'] as const;

/** The deed among the people, as things stand; null when there is nothing to do it to. */
export function actionOf({ kind, a, b, c, n }: Drawn, people: readonly Person[], truth: ReferenceModel): Action | null {
  const [me, other] = [people[a] as Person, people[b] as Person];
  const tie = a === b ? undefined : truth.tie(a, b);
  const talk = pick(truth.talks, n);
  const post = pick(truth.posts, n);
  const deed = (run: () => Promise<Outcome>, apply: Action['apply']): Action => ({
    what: `${kind} ${a} ${b} ${n}`,
    run,
    apply,
  });
  const rest = (path: string, body?: unknown) => as(me).post(path, body).then(fromRest);
  switch (kind) {
    case 'request':
      return deed(
        async () => rest('/friendship/request/', { user_id: other.id }),
        (t, { id }) => t.request(a, b, id),
      );
    case 'accept':
      return tie
        ? deed(
            () => rest('/friendship/accept/', { friendship_id: tie.id }),
            (t) => t.accept(a, tie.id),
          )
        : null;
    case 'end':
      return tie
        ? deed(
            () => as(me).delete(`/friendship/${tie.id}/`).then(fromRest),
            (t) => t.end(a, tie.id),
          )
        : null;
    case 'block':
      return deed(
        () => setBlock(me, other).then(fromGraphql),
        (t) => t.block(a, b),
      );
    case 'unblock':
      return deed(
        () => setBlock(me, other, 'unblockUser').then(fromGraphql),
        (t) => t.unblock(a, b),
      );
    case 'start': {
      const others = [...new Set([b, c])].filter((who) => who !== a);
      if (others.length === 0) return null;
      const run = async () => {
        const recipients = others.map((who) => people[who]?.id);
        const outcome = await rest('/conversation/', { message: 'Hello', recipients });
        if (!outcome.done) return outcome;
        const { objects } = (await as(me).get(`/message/?conversation=${outcome.id}`)).json<{
          objects: { id: number }[];
        }>();
        return { ...outcome, message: objects[0]?.id ?? 0 };
      };
      return deed(run, (t, { id, message }) => t.start(a, others, id, message));
    }
    case 'say':
      return talk
        ? deed(
            () => rest('/message/', { conversation_id: talk.id, message: 'Hi' }),
            (t, { id }) => t.say(a, talk.id, id),
          )
        : null;
    case 'read': {
      if (!talk) return null;
      const upTo = (talk.members[a] ? truth.delivered(a, talk) : talk.messages).at(-1)?.id;
      if (upTo === undefined) return null;
      return deed(
        () => rest(`/conversation/${talk.id}/read/`, { last_message_id: upTo }),
        (t) => t.read(a, talk.id, upTo),
      );
    }
    case 'archive':
    case 'hide':
      return talk
        ? deed(
            () => as(me).patch(`/conversation/${talk.id}/${kind}/`).then(fromRest),
            (t) => t.move(a, talk.id, kind === 'hide' ? 'hidden' : 'archived'),
          )
        : null;
    case 'post': {
      const privacy = privacies[n % 3] ?? 'public';
      const run = async () => {
        const answer = await as(me).post('/workout/', workoutBody({ privacy }));
        const made = answer.json<{ post: string }>().post;
        return { done: true, id: Number(/(\d+)\/$/.exec(made)?.[1]), message: 0 };
      };
      return deed(run, (t, { id }) => t.post(a, privacy, id));
    }
    case 'deletePost':
      return post
        ? deed(
            () => as(me).delete(`/post/${post.id}/`).then(fromRest),
            (t) => t.deletePost(a, post.id),
          )
        : null;
    case 'like':
      return post
        ? deed(
            () => mutation(me, 'likePost', 'post', 'Post', post.id),
            (t) => t.like(a, post.id, 'like'),
          )
        : null;
    case 'unlike': {
      // Mostly somebody who likes a post: a random person rarely does.
      const likes = truth.posts.flatMap(({ id, likers }) => likers.map((who) => ({ who, id })));
      const like = (n % 4 === 0 ? undefined : pick(likes, n)) ?? (post && { who: a, id: post.id });
      return like
        ? deed(
            () => mutation(people[like.who] as Person, 'unlikePost', 'post', 'Post', like.id),
            (t) => t.like(like.who, like.id, 'unlike'),
          )
        : null;
    }
    case 'toggle':
      return post
        ? deed(
            () => rest('/like/toggle/', { object_type: 'post', object_id: post.id }),
            (t) => t.like(a, post.id, 'toggle'),
          )
        : null;
    case 'comment':
      return post
        ? deed(
            () => rest('/comment/', { post_id: post.id, comment: 'Fine' }),
            (t, { id }) => t.comment(a, post.id, id),
          )
        : null;
    case 'deleteComment': {
      const comment = pick(
        truth.posts.flatMap(({ comments }) => comments),
        n,
      );
      return comment
        ? deed(
            () => as(me).delete(`/comment/${comment.id}/`).then(fromRest),
            (t) => t.deleteComment(a, comment.id),
          )
        : null;
    }
  }
}
