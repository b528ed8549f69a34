/** Every query, row, feed and mutation shows and changes only what each viewer may see and change. */
import { describe, expect, test } from '@jest/globals';
import { getNamedType, isInputObjectType } from 'graphql';
import type { GraphQLArgument } from 'graphql';
import { globalId } from '../../schema/global-id.ts';
import { makeSchema } from '../../schema/index.ts';
import { pictureUrl } from '../../src/domain/pictures/picture-urls.ts';
import type { Context } from '../../src/domain/context.ts';
import { privacies } from '../../src/domain/rules/visibility.ts';
import type { Privacy } from '../../src/domain/rules/visibility.ts';
import { addPicture, fetched, sizeNames } from '../pictures/sending.ts';
import { join, newEvent, promote } from '../events/participation.ts';
import { as, befriend, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Client, Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { inFriendsFeed, inOpenFeeds, maySee, viewersOfAnn } from '../support/viewers.ts';
import type { Viewer } from '../support/viewers.ts';
import { record } from '../support/workouts.ts';
import type { Recorded } from '../support/workouts.ts';

const service = await testService();
const { ann, dan, viewers } = await viewersOfAnn(service);

/** A workout, its post with a picture, and a route made of it. */
type Made = Recorded & { title: string; picture: number; route: number };
const made = {} as Record<Privacy, Made>;
for (const privacy of privacies) {
  const title = `A ${privacy} run`;
  const recorded = await record(ann, { title, privacy, post_body: title, points: pointsFrom(47.1, 8.1) });
  made[privacy] = {
    title,
    ...recorded,
    picture: (await addPicture(ann, recorded.post)).id,
    route: await makeRoute(ann, recorded.workout, { name: title }),
  };
}
await promote(service, dan);
const participation = await join(ann, await newEvent(dan, { startDate: '2024-01-01', endDate: '2040-01-01' }));

/** The URL of a picture as it would have been handed out to the viewer. */
const mediaOf = (viewer: number, picture: number, size: (typeof sizeNames)[number]) =>
  pictureUrl({ ...service.surroundings, viewer: { id: viewer } } as unknown as Context, picture, size);

/** Whether a feed over REST has the post. */
const inFeed =
  (query: string) =>
  async (client: Client, { post }: Recorded) => {
    const answer = await client.get(`/post/?${query}`);
    return answer.json<{ objects: { id: number }[] }>().objects.some(({ id }) => id === post);
  };
/** Whether a field of GraphQL is there. */
const inGraphql =
  (query: string, variables: (one: Made) => Mapping, found: (data: Mapping, one: Made) => boolean) =>
  async (client: Client, one: Made) => {
    const { data, errors } = await client.graphql(query, variables(one));
    expect(errors).toEqual([]);
    return found(data ?? {}, one);
  };
const routeId = ({ route }: { route: number }) => ({ id: globalId('Route', route) });
const workoutId = ({ workout }: Recorded) => ({ id: globalId('Workout', workout) });
const postId = ({ post }: Recorded) => ({ id: globalId('Post', post) });
const annId = globalId('User', ann.id);
const nodesHave = (id: 'workout' | 'post' | 'route', field: string) => (data: Mapping, one: Made) =>
  (data[field] as { nodes: { databaseId: number }[] }).nodes.some(({ databaseId }) => databaseId === one[id]);
const graphqlFeed = (type: string) =>
  inGraphql(
    `{ feed(type: ${type}, userId: "${annId}", first: 100) { nodes { databaseId } } }`,
    () => ({}),
    nodesHave('post', 'feed'),
  );

/** Every way of reading: whether the viewer finds the workout or its post there. `feed` narrows what is in it at all. */
const reads: Record<string, (client: Client, one: Made, viewer: number) => Promise<boolean>> = {
  'GET /workout/[workout_id]/': async (client, { workout }) =>
    (await client.get(`/workout/${workout}/`)).status === 200,
  'GET /workout/': async (client, { workout }) =>
    (await client.get(`/workout/?user=${ann.id}`)).json<{ id: number }[]>().some(({ id }) => id === workout),
  'GET /workout/ as GPX': async (client, { title }) =>
    (await client.get(`/workout/?user=${ann.id}`, { Accept: contentTypes.gpx })).text.includes(title),
  'GET /post/[id]/': async (client, { post }) => (await client.get(`/post/${post}/`)).status === 200,
  'GET /post/?type=profile': inFeed(`type=profile&user_id=${ann.id}`),
  'GET /post/?type=dashboard': inFeed(`type=dashboard&user_id=${ann.id}`),
  'GET /post/?later_than': async (client, one) =>
    inFeed(`type=profile&user_id=${ann.id}&later_than=${one.post - 1}&limit=1`)(client, one),
  'GET /picture/?post_id=[id]': async (client, { post }) =>
    (await client.get(`/picture/?post_id=${post}`)).status === 200,
  'GET /picture/[picture_id]/': async (client, { picture }) =>
    (await client.get(`/picture/${picture}/`)).status === 200,
  'the URLs of its picture': async (_client, { picture }, viewer) => {
    const statuses = await Promise.all(
      sizeNames.map(async (size) => (await fetched(mediaOf(viewer, picture, size))).status),
    );
    expect(new Set(statuses).size).toBe(1);
    return statuses[0] === 200;
  },
  'Query.node of a picture': async (client, { picture }) => {
    const { data, errors } = await client.graphql('query ($id: ID!) { node(id: $id) { id } }', {
      id: globalId('Picture', picture),
    });
    expect(errors).toEqual([]);
    return data?.['node'] !== null;
  },
  'Query.post.pictures': inGraphql(
    'query ($id: ID!) { post(id: $id) { pictures { originalUrl } } }',
    postId,
    ({ post }) => post !== null,
  ),
  'Query.workout': inGraphql(
    'query ($id: ID!) { workout(id: $id) { title } }',
    workoutId,
    ({ workout }) => workout !== null,
  ),
  'Query.workout.post': inGraphql(
    'query ($id: ID!) { workout(id: $id) { post { body } } }',
    workoutId,
    ({ workout }) => workout !== null,
  ),
  'Query.post': inGraphql('query ($id: ID!) { post(id: $id) { body } }', postId, ({ post }) => post !== null),
  'Query.comments': inGraphql(
    'query ($id: ID!) { comments(postId: $id) { totalCount } }',
    postId,
    ({ comments }) => comments !== null,
  ),
  'Query.post.workout': inGraphql(
    'query ($id: ID!) { post(id: $id) { workout { gpx } } }',
    postId,
    ({ post }) => post !== null,
  ),
  'Query.node of a workout': inGraphql(
    'query ($id: ID!) { node(id: $id) { id } }',
    workoutId,
    ({ node }) => node !== null,
  ),
  'Query.node of a post': inGraphql('query ($id: ID!) { node(id: $id) { id } }', postId, ({ node }) => node !== null),
  'Query.workouts': inGraphql(
    `{ workouts(userId: "${annId}", first: 100) { nodes { databaseId } } }`,
    () => ({}),
    nodesHave('workout', 'workouts'),
  ),
  'Query.feed PROFILE': graphqlFeed('PROFILE'),
  'GET /route/[id]/': async (client, { route }) => (await client.get(`/route/${route}/`)).status === 200,
  'Query.route': inGraphql(
    'query ($id: ID!) { route(id: $id) { staticMapUrl } }',
    routeId,
    ({ route }) => route !== null,
  ),
  'Query.node of a route': inGraphql('query ($id: ID!) { node(id: $id) { id } }', routeId, ({ node }) => node !== null),
  'Query.routes': inGraphql(
    `{ routes(userId: "${annId}", first: 100) { nodes { databaseId } } }`,
    () => ({}),
    nodesHave('route', 'routes'),
  ),
  'Query.searchRoutes': inGraphql(
    '{ searchRoutes(latitude: 47.1, longitude: 8.1, first: 100) { nodes { databaseId } } }',
    () => ({}),
    nodesHave('route', 'searchRoutes'),
  ),
  'Query.favoriteRoutes': async (client, one) => {
    const toggled = await client.post(`/route/${one.route}/toggle_favorite/`);
    const list = inGraphql(
      '{ favoriteRoutes(first: 100) { nodes { databaseId } } }',
      () => ({}),
      nodesHave('route', 'favoriteRoutes'),
    );
    expect(toggled.status === 200).toBe(await list(client, one));
    if (toggled.status === 200) await client.post(`/route/${one.route}/toggle_favorite/`);
    return toggled.status === 200;
  },
};

/** Feeds that leave out more than what may not be seen. */
const feeds: Record<
  string,
  [reads: (client: Client, one: Made) => Promise<boolean>, has: Record<Viewer, readonly Privacy[]>]
> = {
  'GET /post/ (friends)': [inFeed(''), inFriendsFeed],
  'Query.feed LOCAL': [graphqlFeed('LOCAL'), inOpenFeeds],
  'GET /post/?type=local': [inFeed('type=local'), inOpenFeeds],
  'GET /post/?type=featured': [inFeed('type=featured'), inOpenFeeds],
};

const gpxParcel = { headers: { 'Content-Type': contentTypes.gpx }, body: makeGpx() };
const mutations: Record<
  string,
  [document: string, variables: (one: Made) => Mapping, other: 'NOT_YOURS' | 'NOT_FOUND']
> = {
  'Mutation.addPicture': [
    'mutation ($id: ID!) { addPicture(input: { postId: $id, picture: "aGVsbG8=" }) { picture { id } } }',
    postId,
    'NOT_FOUND',
  ],
  'Mutation.preparePictureUpload': [
    'mutation ($id: ID!) { preparePictureUpload(input: { postId: $id }) { upload { uploadUrl } } }',
    postId,
    'NOT_FOUND',
  ],
  'Mutation.reorderPictures': [
    'mutation ($id: ID!) { reorderPictures(input: { postId: $id, pictureIds: [] }) { post { id } } }',
    postId,
    'NOT_FOUND',
  ],
  'Mutation.deletePicture': [
    'mutation ($id: ID!) { deletePicture(input: { id: $id }) { deletedId } }',
    ({ picture }) => ({ id: globalId('Picture', picture) }),
    'NOT_FOUND',
  ],
  'Mutation.editWorkout': [
    'mutation ($id: ID!) { editWorkout(input: { id: $id, title: "Taken" }) { workout { id } } }',
    workoutId,
    'NOT_YOURS',
  ],
  'Mutation.replaceTrack': [
    'mutation ($id: ID!, $gpx: Gpx!) { replaceTrack(input: { id: $id, gpx: $gpx }) { workout { id } } }',
    (one) => ({ ...workoutId(one), gpx: makeGpx() }),
    'NOT_YOURS',
  ],
  'Mutation.replaceRoute': [
    'mutation ($id: ID!, $gpx: Gpx!) { replaceRoute(input: { id: $id, gpx: $gpx }) { workout { id } } }',
    (one) => ({ ...workoutId(one), gpx: makeGpx() }),
    'NOT_YOURS',
  ],
  'Mutation.deleteWorkout': [
    'mutation ($id: ID!) { deleteWorkout(input: { id: $id }) { deletedId } }',
    workoutId,
    'NOT_YOURS',
  ],
  'Mutation.createRoute': [
    'mutation ($id: ID!) { createRoute(input: { workoutId: $id }) { route { id } } }',
    workoutId,
    'NOT_YOURS',
  ],
  'Mutation.shareWorkout': [
    'mutation ($id: ID!) { shareWorkout(input: { id: $id, socialNetwork: "x", token: "y" }) { success } }',
    workoutId,
    'NOT_YOURS',
  ],
  'Mutation.editRoute': [
    'mutation ($id: ID!) { editRoute(input: { id: $id, name: "Taken" }) { route { id } } }',
    routeId,
    'NOT_YOURS',
  ],
  'Mutation.deleteRoute': [
    'mutation ($id: ID!) { deleteRoute(input: { id: $id }) { deletedId } }',
    routeId,
    'NOT_YOURS',
  ],
  'Mutation.deletePost': ['mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedId } }', postId, 'NOT_FOUND'],
};

describe.each(Object.entries(viewers) as [Viewer, Person][])('the %s', (name, viewer) => {
  const client = as(viewer);
  const sees = maySee[name];
  const isOwner = name === 'owner';
  describe.each(privacies)('and a %s workout', (privacy) => {
    const seen = sees.includes(privacy);

    test.each(Object.entries(reads))(`${seen ? 'see' : 'do not see'} each other in %s`, async (_row, read) => {
      expect(await read(client, made[privacy], viewer.id)).toBe(seen);
    });

    test.each(Object.entries(feeds))('meet in %s as they should', async (_row, [read, has]) => {
      expect(await read(client, made[privacy])).toBe(has[name].includes(privacy));
    });

    if (!isOwner) {
      test('part as they met: nothing can be changed', async () => {
        const { workout, post, picture } = made[privacy];
        const refused = seen ? 401 : 404;
        const answers = [
          await client.send('PATCH', `/workout/${workout}/`, gpxParcel),
          await client.delete(`/workout/${workout}/`),
        ];
        for (const answer of answers) expect([answer.status, answer.text]).toEqual([refused, '']);
        const more = { headers: { 'Content-Type': 'image/png' }, body: 'no picture' };
        const notFound = [
          await client.delete(`/post/${post}/`),
          await client.send('POST', `/picture/?post_id=${post}`, more),
        ];
        for (const answer of notFound) expect([answer.status, answer.text]).toEqual([404, '']);
        expect((await fetched(mediaOf(ann.id, picture, 'feed'))).status).toBe(200);
        for (const [field, [document, variables, other]] of Object.entries(mutations)) {
          const { data, errors } = await client.graphql(document, variables(made[privacy]));
          expect([field, data, errors[0]?.extensions.code]).toEqual([field, null, seen ? other : 'NOT_FOUND']);
        }
      });
    }

    if (!seen) {
      test('leave no trace: the answer is that for what was never there', async () => {
        const { workout, post, picture, route } = made[privacy];
        const pairs = [
          [`/route/${route}/`, '/route/999999/'],
          [`/workout/${workout}/`, '/workout/999999/'],
          [`/post/${post}/`, '/post/999999/'],
          [`/picture/?post_id=${post}`, '/picture/?post_id=999999'],
          [`/picture/${picture}/`, '/picture/999999/'],
        ] as const;
        for (const [hidden, absent] of pairs) {
          const [one, other] = [await client.get(hidden), await client.get(absent)];
          const shown = ({ status, text, headers }: typeof one) => ({
            status,
            text,
            headers: { ...headers, date: '' },
          });
          expect(shown(one)).toEqual(shown(other));
        }
      });
    }
  });

  test('counts no more than they see', async () => {
    const { data } = await client.graphql<{ workouts: { totalCount: number; pageInfo: Mapping } }>(
      `{ workouts(userId: "${annId}", first: ${Math.max(1, sees.length)}) { totalCount pageInfo { hasNextPage } } }`,
    );
    expect(data?.workouts).toEqual({ totalCount: sees.length, pageInfo: { hasNextPage: false } });
    // And the post that tells of the event, which is public.
    const feed = await client.get(`/post/?type=profile&user_id=${ann.id}&limit=${sees.length + 1}`);
    expect(feed.json()['meta']).toMatchObject({ older: null, newer: null });
  });

  test('finds the person, the stats and the part in an event, unless blocked', async () => {
    for (const kind of ['user', 'profile', 'preferences', 'stats'])
      expect([kind, (await client.get(`/${kind}/${ann.id}/`)).status]).toEqual([kind, name === 'blocked' ? 404 : 200]);
    const part = await client.get(`/event-participant/${participation}/`);
    expect(part.status).toBe(name === 'blocked' ? 404 : 200);
    const list = await client.get(`/event-participant/?user_id=${ann.id}`);
    if (list.status === 200) expect(list.json()['objects']).toHaveLength(name === 'blocked' ? 0 : 1);
    else expect([name, list.status]).toEqual(['blocked', 404]);
    const { data } = await client.graphql('query ($id: ID!) { eventParticipant(id: $id) { id } }', {
      id: globalId('EventParticipant', participation),
    });
    expect(data?.['eventParticipant'] === null).toBe(name === 'blocked');
  });
});

describe('nobody', () => {
  const client = nobody(service);
  test('sees nothing over REST', async () => {
    const { workout, post, picture, route } = made.public;
    const paths = [
      `/route/${route}/`,
      `/event-participant/${participation}/`,
      `/workout/${workout}/`,
      `/workout/?user=${ann.id}`,
      `/post/${post}/`,
      '/post/?type=featured',
      `/user/${ann.id}/`,
      `/picture/?post_id=${post}`,
      `/picture/${picture}/`,
    ];
    for (const path of paths)
      for (const headers of [{ Accept: '*/*' }, { Accept: contentTypes.gpx }]) {
        const answer = await client.get(path, headers);
        expect([path, answer.status, answer.text]).toEqual([path, 401, '']);
      }
  });

  test('sees nothing and changes nothing over GraphQL', async () => {
    const documents: [string, Mapping][] = [
      ...['workout', 'node', 'user'].map((field): [string, Mapping] => [
        `query ($id: ID!) { ${field}(id: $id) { id } }`,
        field === 'user' ? { id: annId } : workoutId(made.public),
      ]),
      ['query ($id: ID!) { post(id: $id) { id } }', postId(made.public)],
      [`{ workouts(userId: "${annId}") { totalCount } }`, {}],
      [`{ workouts(userId: "${annId}") { nodes { id } } }`, {}],
      ...['FRIENDS', 'LOCAL', 'FEATURED', 'PROFILE'].map((type): [string, Mapping] => [
        `{ feed(type: ${type}, userId: "${annId}") { nodes { id } } }`,
        {},
      ]),
      ['{ me { id } }', {}],
      ['{ apiKeys { id } }', {}],
      ...Object.values(mutations).map(([document, variables]): [string, Mapping] => [document, variables(made.public)]),
    ];
    for (const [document, variables] of documents) {
      const { data, errors } = await client.graphql(document, variables);
      expect([document, errors[0]?.extensions.code]).toEqual([document, 'UNAUTHENTICATED']);
      expect(Object.values(data ?? {}).every((value) => value === null)).toBe(true);
    }
  });
});

describe('what changes', () => {
  test('is seen differently from that moment on', async () => {
    const fay = await newPerson(service, 'Fay', 'Fox');
    const sees = async () => {
      const { workout, post } = made.friends;
      return [(await as(fay).get(`/workout/${workout}/`)).status, (await as(fay).get(`/post/${post}/`)).status];
    };
    expect(await sees()).toEqual([404, 404]);
    await befriend(service, fay, ann);
    expect(await sees()).toEqual([200, 200]);
    await service.sql('delete from friend_edge where user_id = ? or friend_id = ?', [fay.id, fay.id]);
    expect(await sees()).toEqual([404, 404]);
    const edit = (privacy: string) =>
      as(ann).graphql(
        `mutation ($id: ID!) { editWorkout(input: { id: $id, privacy: ${privacy} }) { workout { id } } }`,
        workoutId(made.friends),
      );
    await edit('PUBLIC');
    expect(await sees()).toEqual([200, 200]);
    await edit('PRIVATE');
    expect(await sees()).toEqual([404, 404]);
    await edit('FRIENDS');
  });
});

describe('the matrix', () => {
  /** Fields that take ids of other things, or of comments and likes on posts: their own tests say who sees what. */
  const elsewhere = `
    nodes user users conversation acceptConversation leaveConversation friendship friendshipWith friendships searchFriends searchMessages
    acceptFriendship archiveConversation blockUser endFriendship hideConversation markConversationRead
    moveConversationToInbox requestFriendship revokeApiKey sendMessage startConversation unblockUser updatePreferences updateProfile updateUser
    event eventParticipant eventParticipants editEvent joinEvent leaveEvent sponsorParticipant acceptSponsor removeSponsor updateParticipation
    favoriteRoute toggleFavoriteRoute unfavoriteRoute markFeatured
    addComment deleteComment likeComment likePost toggleLike unlikeComment unlikePost
  `;
  const takesId = ({ type }: GraphQLArgument): boolean => {
    const named = getNamedType(type);
    if (!isInputObjectType(named)) return named.name === 'ID';
    return Object.values(named.getFields()).some((field) => getNamedType(field.type).name === 'ID');
  };

  test('has every field that takes an id of a workout or post', () => {
    const schema = makeSchema();
    const covered = [...Object.keys(reads), ...Object.keys(mutations), 'Query.feed'].map(
      (name) => name.split(/[ .]/)[1],
    );
    for (const type of [schema.getQueryType(), schema.getMutationType()])
      for (const { name, args } of Object.values(type?.getFields() ?? {}))
        if (args.some(takesId)) expect([...elsewhere.split(/\s+/), ...covered]).toContain(name);
  });
});

describe('in the end', () => {
  test.each(privacies)(
    'nobody’s attempt has changed the %s workout, and its owner can do all of it',
    async (privacy) => {
      const { workout, post, title, route } = made[privacy];
      expect((await as(ann).get(`/workout/${workout}/`)).json()).toMatchObject({
        title,
        privacy,
        distance_in_meters: '5000.00',
      });
      expect((await as(ann).send('PATCH', `/workout/${workout}/`, gpxParcel)).status).toBe(202);
      expect((await as(ann).get(`/route/${route}/`)).json()).toMatchObject({ name: title });
      expect((await as(ann).delete(`/post/${post}/`)).status).toBe(204);
      expect((await as(ann).delete(`/workout/${workout}/`)).status).toBe(204);
    },
  );
});
