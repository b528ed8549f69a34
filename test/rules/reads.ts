import { expect } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import type { Privacy } from '../../src/domain/rules/visibility.ts';
import { fetched, sizeNames } from '../pictures/sending.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Client, Mapping } from '../support/client.ts';
import type { TestService } from '../support/service.ts';
import { inFriendsFeed, inOpenFeeds } from '../support/viewers.ts';
import type { Viewer } from '../support/viewers.ts';
import type { Recorded } from '../support/workouts.ts';
import { mediaOf, postId, routeId, workoutId } from './fixtures.ts';
import type { Made } from './fixtures.ts';

/** Whether the viewer finds the workout, its post, its picture or its route there. */
type Read = (client: Client, one: Made, viewer: number) => Promise<boolean>;

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
const nodesHave = (id: 'workout' | 'post' | 'route', field: string) => (data: Mapping, one: Made) =>
  (data[field] as { nodes: { databaseId: number }[] } | null)?.nodes.some(({ databaseId }) => databaseId === one[id]) ??
  false;
/** Whether a list of a user has it. */
const inListOf = (annId: string, field: string, id: 'workout' | 'post' | 'route') =>
  inGraphql(
    `{ nodes(ids: ["${annId}"]) { ... on User { ${field}(first: 100) { nodes { databaseId } } } } }`,
    () => ({}),
    ({ nodes }, one) => {
      const [user] = nodes as (Mapping | null)[];
      return user != null && nodesHave(id, field)(user, one);
    },
  );
const graphqlFeed = (type: string, annId: string) =>
  inGraphql(
    `{ feed(type: ${type}, userId: "${annId}", first: 100) { nodes { databaseId } } }`,
    () => ({}),
    nodesHave('post', 'feed'),
  );

/** Those that leave out both directions of a block. */
export const lists = [
  'GET /post/?type=profile',
  'GET /post/?type=dashboard',
  'GET /post/?later_than',
  'Query.feed PROFILE',
  'Query.routes',
  'User.posts',
  'User.routes',
  'Query.searchRoutes',
];

/** Every way of reading. */
export function readsOf(service: TestService, ann: Person): Record<string, Read> {
  const annId = globalId('User', ann.id);
  return {
    'GET /workout/[workout_id]/': async (client, { workout }) =>
      (await client.get(`/workout/${workout}/`)).status === 200,
    'GET /workout/': async (client, { workout }) =>
      (await client.get(`/workout/?user=${ann.id}`)).json<{ id: number }[]>().some(({ id }) => id === workout),
    'GET /workout/ as GPX': async (client, { title }) =>
      (await client.get(`/workout/?user=${ann.id}`, { Accept: contentTypes.gpx })).text.includes(title),
    'Query.workouts with a filter': inGraphql(
      `{ workouts(userId: "${annId}", filter: { hasRoute: true }, orderBy: DISTANCE_DESC, last: 100) { nodes { databaseId } } }`,
      () => ({}),
      nodesHave('workout', 'workouts'),
    ),
    'Workout.trackPoints': inGraphql(
      'query ($id: ID!) { workout(id: $id) { trackPoints { lat } } }',
      workoutId,
      ({ workout }) => ((workout as { trackPoints: unknown[] } | null)?.trackPoints.length ?? 0) > 0,
    ),
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
        sizeNames.map(async (size) => (await fetched(mediaOf(service, viewer, picture, size))).status),
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
    'Query.feed PROFILE': graphqlFeed('PROFILE', annId),
    'User.workouts': inListOf(annId, 'workouts', 'workout'),
    'User.posts': inListOf(annId, 'posts', 'post'),
    'User.routes': inListOf(annId, 'routes', 'route'),
    'GET /route/[id]/': async (client, { route }) => (await client.get(`/route/${route}/`)).status === 200,
    'Query.route': inGraphql(
      'query ($id: ID!) { route(id: $id) { staticMapUrl } }',
      routeId,
      ({ route }) => route !== null,
    ),
    'Query.node of a route': inGraphql(
      'query ($id: ID!) { node(id: $id) { id } }',
      routeId,
      ({ node }) => node !== null,
    ),
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
}

/** Feeds that leave out more than what may not be seen. */
export function feedsOf(
  ann: Person,
): Record<
  string,
  [reads: (client: Client, one: Made) => Promise<boolean>, has: Readonly<Record<Viewer, readonly Privacy[]>>]
> {
  return {
    'GET /post/ (friends)': [inFeed(''), inFriendsFeed],
    'Query.feed LOCAL': [graphqlFeed('LOCAL', globalId('User', ann.id)), inOpenFeeds],
    'GET /post/?type=local': [inFeed('type=local'), inOpenFeeds],
    'GET /post/?type=featured': [inFeed('type=featured'), inOpenFeeds],
  };
}
