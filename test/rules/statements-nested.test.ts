/** Nested lists take the same number of statements, however long they are. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { join, newEvent, promote, sponsor } from '../events/participation.ts';
import { as, befriend, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

const service = await testService();
const { ann } = await cast(service);
const size = 8;
const people: Person[] = [];
const ids: Partial<Record<NodeType, string[]>> = {};
const idOf = (type: NodeType, id: unknown) => globalId(type, Number(id));

/** Ann has friends; each has run, commented, written, taken part and made a route. */
beforeAll(async () => {
  for (let i = 0; i < size; i++) people.push(await newPerson(service, `Friend${i}`, 'Fleet'));
  for (const person of people) await befriend(service, ann, person);
  for (const [i, person] of people.entries()) await befriend(service, person, people[(i + 1) % size] as Person);
  await promote(service, ann);
  const mutate = async (person: Person, document: string, input: Mapping): Promise<Mapping> => {
    const { data, errors } = await as(person).graphql<Record<string, Mapping>>(document, { input });
    expect(errors).toEqual([]);
    return Object.values(data ?? {})[0] as Mapping;
  };
  const workouts: number[] = [];
  const posts: string[] = [];
  for (const [i, person] of people.entries()) {
    const start = new Date(Date.UTC(2024, 4, 2 + i)).toISOString();
    const made = (await as(person).upload(makeGpx({ points: 5, start }))).json<{ id: number; post: string }>();
    workouts.push(made.id);
    posts.push(idOf('Post', /(\d+)\/$/.exec(made.post)?.[1]));
  }
  ids.Workout = workouts.map((id) => idOf('Workout', id));
  ids.Post = posts;
  ids.User = people.map(({ id }) => idOf('User', id));
  for (const [i, postId] of posts.entries())
    for (const comment of ['One', 'Two', 'Three'])
      await mutate(
        people[(i + 2) % size] as Person,
        'mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } } }',
        { postId, comment },
      );
  for (const [i, id] of posts.entries())
    await mutate(
      people[(i + 3) % size] as Person,
      'mutation ($input: LikePostInput!) { likePost(input: $input) { post { id } } }',
      { id },
    );
  for (const [i, person] of people.entries()) {
    await mutate(
      person,
      'mutation ($input: StartConversationInput!) { startConversation(input: $input) { conversation { id } } }',
      { message: `Hello from ${i}`, recipientIds: [idOf('User', ann.id), ids.User[(i + 1) % size]] },
    );
    await mutate(person, 'mutation ($input: CreateRouteInput!) { createRoute(input: $input) { route { id } } }', {
      workoutId: ids.Workout[i],
    });
    const event = await newEvent(ann, {
      name: `Event ${i}`,
      startDate: '2024-05-01T00:00:00',
      endDate: '2099-01-01T00:00:00',
    });
    for (const runner of [person, people[(i + 1) % size] as Person, ann]) {
      await sponsor(ann === runner ? person : ann, runner, await join(runner, event), 1);
    }
  }
  const { data } = await as(ann).graphql<{ routes: { nodes: { id: string }[] } }>(
    `{ routes: searchRoutes(latitude: 47.37, longitude: 8.54, radiusInMeters: 300000, first: 100) { nodes { id } } }`,
  );
  for (const { id } of data?.routes.nodes ?? [])
    await mutate(ann, 'mutation ($input: FavoriteRouteInput!) { favoriteRoute(input: $input) { route { id } } }', {
      id,
    });
});

const user = `firstName profile { locationName } preferences { timezone } stats { totalDistanceInMeters } friendship { status requester { firstName } } viewerHasBlocked
  friends(first: 2) { totalCount nodes { firstName stats { id } profile { gender } } pageInfo { endCursor } }`;
const likes = 'likeCount viewerLikes likedBy(first: 1) { totalCount nodes { firstName } }';
const comments = `comments(first: 2) { totalCount nodes { comment ${likes} user { ${user} } post { body author { firstName } } } }`;
const newest = `newest: comments(last: 1) { totalCount edges { cursor node { user { firstName } } } }`;
const workout = `title gpx track polyline user { ${user} } post { body ${likes} ${comments} ${newest} }`;
const participant = `totalMilesLogged totalRaised participantUrl user { ${user} } event { name viewerParticipation { id } }
  sponsors(first: 1) { totalCount nodes { name } }`;
const conversation = `createdDate placement unreadMessages hasUnreadMessages pastUsersInvolved startedBy { ${user} } recipients { ${user} }
  lastMessage { message user { firstName } conversation { placement } }
  messages(first: 2) { totalCount nodes { message user { ${user} } conversation { createdDate } } }`;
const route = `name isFavorite staticMapUrl polyline owner { ${user} }`;

/** A list by its field, with everything that hangs from an item. */
const lists: [field: string, args: string, item: string][] = [
  [
    'feed',
    '',
    `body extra { __typename ... on EventPostExtra { eventName } } viewerLikes author { ${user} } workout { ${workout} } ${comments} ${newest}`,
  ],
  ['workouts', `userId: "${globalId('User', ann.id)}"`, workout],
  ['conversations', '', conversation],
  [
    'notifications',
    '',
    `kind actorCount isRead actors { ${user} } post { body author { firstName } viewerCanEdit } comment { comment user { firstName } viewerCanDelete }
      message { message } conversation { lastMessage { message } } friendship { status } sponsor { name } participant { event { name } }`,
  ],
  ['searchMessages', 'query: "Hello"', `message user { ${user} } conversation { ${conversation} }`],
  ['friendships', '', `status requester { ${user} } requested { ${user} }`],
  ['users', `friendsWith: "${globalId('User', ann.id)}"`, user],
  ['searchUsers', 'q: "Fleet"', user],
  ['searchFriends', 'q: "Fleet"', user],
  [
    'events',
    '',
    `name viewerParticipation { ${participant} } participants(first: 2) { totalCount nodes { ${participant} } pageInfo { hasNextPage } }`,
  ],
  ['eventParticipants', '', participant],
  ['favoriteRoutes', '', route],
  ['searchRoutes', 'latitude: 47.37, longitude: 8.54, radiusInMeters: 300000', route],
];

/** The statements of a page of each size; the answer must be whole. */
async function statementsOf(items: number, document: string, variables: Mapping): Promise<string[]> {
  return countStatements(service, async () => {
    const { data, errors } = await as(ann).graphql<Record<string, { nodes: unknown[] } | unknown[]>>(
      document,
      variables,
    );
    expect(errors).toEqual([]);
    const list = Object.values(data ?? {})[0];
    expect((Array.isArray(list) ? list : list?.nodes)?.filter(Boolean)).toHaveLength(items);
  });
}

/**
 * The statements do not follow the page: with one for each item there would be six more of a kind. A few more or less come
 * and go with what an earlier level of the answer happens to have loaded already.
 */
function expectNoMore(many: string[], few: string[]): void {
  const count = (names: string[], name: string) => names.filter((other) => other === name).length;
  const grown = [...new Set(many)].filter((name) => count(many, name) - count(few, name) > 2);
  expect(grown).toEqual([]);
  expect(many.length).toBeGreaterThan(0);
}

describe('a page takes the same statements for every page size, with any nested fields', () => {
  test.each(lists)('%s', async (field, args, item) => {
    // Ann's own workouts are hers alone.
    if (field === 'workouts')
      for (let i = 0; i < size; i++)
        await as(ann).upload(makeGpx({ points: 5, start: new Date(Date.UTC(2024, 6, 2 + i)).toISOString() }));
    const document = `query ($first: Int!) { ${field}(${[args, 'first: $first'].filter(Boolean).join(', ')}) { nodes { ${item} } pageInfo { hasNextPage } } }`;
    // Twice: GraphQL interprets a document first and compiles it then.
    for (let round = 0; round < 2; round++) {
      const few = await statementsOf(2, document, { first: 2 });
      expectNoMore(await statementsOf(size, document, { first: size }), few);
    }
  });

  test.each(['User', 'Workout', 'Post'] as const)('nodes of the type %s', async (type) => {
    const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { ${user} } ... on Workout { ${workout} } ... on Post { author { ${user} } ${comments} } } }`;
    const all = ids[type] ?? [];
    const few = await statementsOf(2, document, { ids: all.slice(0, 2) });
    expectNoMore(await statementsOf(size, document, { ids: all }), few);
  });
});
