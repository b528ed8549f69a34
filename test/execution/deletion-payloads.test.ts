/** Deletions return what they have changed, so that the caches of clients are up to date. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);

async function run(person: Person, document: string): Promise<Record<string, unknown>> {
  const { data, errors } = await as(person).graphql(`mutation { ${document} }`);
  expect(errors).toEqual([]);
  return Object.values(data ?? {})[0] as Record<string, unknown>;
}

test('deleteComment returns the post with its new count, also after it was read in the same document', async () => {
  const { post } = await record(ann);
  const comments = [];
  for (const comment of ['one', 'two']) {
    const { headers } = await as(ann).post('/comment/', { post_id: post, comment });
    comments.push(globalId('Comment', Number(/(\d+)\/$/.exec(headers.location ?? '')?.[1])));
  }
  const shown = 'post { id commentCount comments(last: 5) { totalCount } }';
  const { data } = await as(ann).graphql(
    `mutation { a: editComment(input: { id: "${comments[0]}", comment: "1" }) { comment { ${shown} } }
       b: deleteComment(input: { id: "${comments[0]}" }) { deletedId ${shown} } }`,
  );
  const id = globalId('Post', post);
  expect(data).toEqual({
    a: { comment: { post: { id, commentCount: 2, comments: { totalCount: 2 } } } },
    b: { deletedId: comments[0], post: { id, commentCount: 1, comments: { totalCount: 1 } } },
  });
});

test('addComment reads anew what an addComment before it in the document has loaded', async () => {
  const { post } = await record(ann);
  const add = `addComment(input: { postId: "${globalId('Post', post)}", comment: "Fine" }) {
    comment { post { commentCount comments(last: 5) { totalCount nodes { comment } } } } }`;
  const { data } = await as(ann).graphql(`mutation { a: ${add} b: ${add} }`);
  const shown = (count: number) => {
    const nodes = Array.from({ length: count }, () => ({ comment: 'Fine' }));
    return { comment: { post: { commentCount: count, comments: { totalCount: count, nodes } } } };
  };
  expect(data).toEqual({ a: shown(1), b: shown(2) });
});

test('deleteComment returns no post to somebody who may no longer see it', async () => {
  const { post, workout } = await record(ann);
  const { headers } = await as(bob).post('/comment/', { post_id: post, comment: 'Fine' });
  const comment = globalId('Comment', Number(/(\d+)\/$/.exec(headers.location ?? '')?.[1]));
  await run(ann, `editWorkout(input: { id: "${globalId('Workout', workout)}", privacy: PRIVATE }) { workout { id } }`);
  const { data, errors } = await as(bob).graphql(
    `mutation { deleteComment(input: { id: "${comment}" }) { deletedId post { id } } }`,
  );
  expect([data, errors]).toEqual([{ deleteComment: { deletedId: comment, post: null } }, []]);
});

test('deleteWorkout names its post, and deletePost returns its workout', async () => {
  const [one, two] = [await record(ann), await record(ann)];
  const [workout, other] = [globalId('Workout', one.workout), globalId('Workout', two.workout)];
  const post = globalId('Post', one.post);
  expect(await run(ann, `deletePost(input: { id: "${post}" }) { deletedId workout { id post { id } } }`)).toEqual({
    deletedId: post,
    workout: { id: workout, post: null },
  });
  expect(await run(ann, `deleteWorkout(input: { id: "${workout}" }) { deletedId deletedPostId }`)).toEqual({
    deletedId: workout,
    deletedPostId: null,
  });
  expect(await run(ann, `deleteWorkout(input: { id: "${other}" }) { deletedPostId }`)).toEqual({
    deletedPostId: globalId('Post', two.post),
  });
});

test('deletePicture returns the post with the other pictures', async () => {
  const { post } = await record(ann);
  for (let i = 0; i < 2; i++) await addPicture(ann, post);
  const { data } = await as(ann).graphql<{ post: { pictures: { id: string }[] } }>(
    `{ post(id: "${globalId('Post', post)}") { pictures { id } } }`,
  );
  const [first, second] = data?.post.pictures ?? [];
  expect(await run(ann, `deletePicture(input: { id: "${first?.id}" }) { deletedId post { pictures { id } } }`)).toEqual(
    {
      deletedId: first?.id,
      post: { pictures: [second] },
    },
  );
});

test('endFriendship returns the other user, whoever of both ends it', async () => {
  for (const ender of ['requester', 'requested']) {
    const other = await newPerson(service, 'Gil', `Gray ${ender}`);
    const asked = await as(ann).post('/friendship/request/', { user_id: other.id });
    const id = globalId('Friendship', asked.json<{ id: number }>().id);
    const [person, rest] = ender === 'requester' ? [ann, other] : [other, ann];
    const ended = await run(person, `endFriendship(input: { id: "${id}" }) { otherUser { id friendship { id } } }`);
    expect(ended).toEqual({ otherUser: { id: globalId('User', rest.id), friendship: null } });
  }
});

test('markConversationRead returns the counts that follow from it', async () => {
  await as(bob).post('/conversation/', { message: 'Hello', recipients: [ann.id] });
  const { data } = await as(ann).graphql<{ conversations: { nodes: { id: string; lastMessage: { id: string } }[] } }>(
    '{ conversations(placement: INBOX, withRequests: true) { nodes { id lastMessage { id user { firstName } } } } }',
  );
  const [read] = data?.conversations.nodes ?? [];
  const before = await as(ann).graphql<{ me: { unreadMessages: number }; unreadNotificationCount: number }>(
    '{ me { unreadMessages } unreadNotificationCount }',
  );
  const after = await run(
    ann,
    `markConversationRead(input: { id: "${read?.id}", lastMessageId: "${read?.lastMessage.id}" })
       { viewer { unreadMessages } unreadNotificationCount }`,
  );
  expect(after).toEqual({
    viewer: { unreadMessages: (before.data?.me.unreadMessages ?? 0) - 1 },
    unreadNotificationCount: (before.data?.unreadNotificationCount ?? 0) - 1,
  });
});

describe('the counts and stats of the viewer after a change are those that are read next', () => {
  const counts = 'unreadMessages pendingFriendRequests stats { totalDistanceInMeters }';
  const shown = `viewer { ${counts} } unreadNotificationCount`;
  const now = async (person: Person) => {
    const { data } = await as(person).graphql<{ viewer: unknown; unreadNotificationCount: number }>(
      `{ viewer: me { ${counts} } unreadNotificationCount }`,
    );
    return data;
  };
  /** Somebody whom another person has written and asked for friendship, and who has run. */
  async function busy(at: number) {
    const [person, other] = [
      await newPerson(service, 'Ida', `Busy ${at}`),
      await newPerson(service, 'Jon', `Writer ${at}`),
    ];
    const { workout } = await record(person, { distance_in_meters: 5000 });
    const written = await as(other).post('/conversation/', { message: 'Hello', recipients: [person.id] });
    const request = await as(other).post('/friendship/request/', { user_id: person.id });
    return {
      person,
      user: `userId: "${globalId('User', other.id)}"`,
      workout: `id: "${globalId('Workout', workout)}"`,
      conversation: `id: "${globalId('Conversation', Number(/(\d+)\/$/.exec(written.headers.location ?? '')?.[1]))}"`,
      friendship: `id: "${globalId('Friendship', request.json<{ id: number }>().id)}"`,
    };
  }
  type Busy = Awaited<ReturnType<typeof busy>>;
  const changes: [mutation: string, input: keyof Omit<Busy, 'person'>][] = [
    ['leaveConversation', 'conversation'],
    ['hideConversation', 'conversation'],
    ['acceptFriendship', 'friendship'],
    ['endFriendship', 'friendship'],
    ['blockUser', 'user'],
    ['mutePerson', 'user'],
    ['deleteWorkout', 'workout'],
  ];
  test.each(changes)('of %s', async (mutation, input) => {
    const { person, ...inputs } = await busy(changes.findIndex(([name]) => name === mutation));
    const before = await now(person);
    // Everything is read in the document before, and then again.
    const document = `a: updateUser(input: { firstName: "Ida" }) { user { ${counts} } } b: ${mutation}(input: { ${inputs[input]} }) { ${shown} }`;
    const { data, errors } = await as(person).graphql<{ b: unknown }>(`mutation { ${document} }`);
    expect([errors, data?.b]).toEqual([[], await now(person)]);
    expect(data?.b).not.toEqual(before);
  });
});
