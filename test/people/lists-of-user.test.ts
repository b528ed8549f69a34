/** A person from one fragment: what a profile screen shows of a user, and the next page of each of its lists. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { join, newEvent } from '../events/participation.ts';
import { newStaff } from './moderating.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { GraphqlAnswer, Mapping } from '../support/client.ts';
import { costIn } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { workoutBody } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho, dan } = await cast(service);
const user = ({ id }: Person) => globalId('User', id);

interface Page {
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The lists of a user, and the root field that returns the same. */
const lists = {
  workouts: (id: string) => `workouts(userId: "${id}"`,
  posts: (id: string) => `feed(type: PROFILE, userId: "${id}"`,
  routes: (id: string) => `routes(userId: "${id}"`,
  participations: (id: string) => `eventParticipants(userId: "${id}"`,
  friends: (id: string) => `users(friendsWith: "${id}"`,
};
const names = Object.keys(lists) as (keyof typeof lists)[];
const parts = 'nodes { id } edges { cursor node { id } } pageInfo { hasNextPage endCursor }';

beforeAll(async () => {
  for (const [i, privacy] of ['public', 'friends', 'private', 'public', 'public'].entries()) {
    const points = [0, 1, 2].map((at) => ({ lat: 47 + at / 1000, lng: 8, time: `2024-03-0${i + 1}T07:0${at}:00Z` }));
    const body = workoutBody({ title: `Run ${i}`, privacy, run_date: `2024-03-0${i + 1}T07:00:00Z`, points });
    const { id } = (await as(ann).post('/workout/', body)).json<{ id: number }>();
    const input = { workoutId: globalId('Workout', id) };
    await as(ann).graphql('mutation ($input: CreateRouteInput!) { createRoute(input: $input) { route { id } } }', {
      input,
    });
  }
  const staff = await newStaff(service);
  for (let i = 0; i < 3; i++)
    await join(ann, await newEvent(staff, { name: `Event ${i}`, endDate: '2099-01-01T00:00:00' }));
});

describe.each(names)('User.%s', (name) => {
  test.each([
    ['Ann', ann],
    ['her friend', bob],
    ['a stranger', cho],
  ])('is what the root field returns to %s', async (_name, viewer) => {
    const { data, errors } = await as(viewer).graphql<{ user: Record<string, Page>; root: Page }>(
      `query ($id: ID!) { user(id: $id) { ${name}(first: 50) { ${parts} } } root: ${lists[name](user(ann))}, first: 50) { ${parts} } }`,
      { id: user(ann) },
    );
    expect(errors).toEqual([]);
    expect(data?.user[name]).toEqual(data?.root);
    expect(data?.root.nodes.length).toBeGreaterThan(0);
  });

  test('is refetched by the id of the user, page by page, as Relay does', async () => {
    const all = (await as(ann).graphql<{ me: Record<string, Page> }>(`{ me { ${name}(first: 50) { ${parts} } } }`)).data
      ?.me[name];
    const refetch = `query Refetch($count: Int = 2, $cursor: String, $id: ID!) {
      node(id: $id) { __typename ...Profile id } }
      fragment Profile on User { ${name}(first: $count, after: $cursor) { edges { cursor node { id __typename } } pageInfo { endCursor hasNextPage } } id }`;
    const found: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page++) {
      const answer: GraphqlAnswer<{ node: Record<string, Page> }> = await as(ann).graphql(refetch, {
        cursor,
        id: user(ann),
      });
      expect(answer.errors).toEqual([]);
      const part: Page | undefined = answer.data?.node[name];
      found.push(...(part?.edges ?? []).map(({ node }) => node.id));
      cursor = part?.pageInfo.hasNextPage ? part.pageInfo.endCursor : null;
    }
    expect(found).toEqual(all?.nodes.map(({ id }) => id));
  });
});

describe('a profile screen', () => {
  const fragment = `fragment Person on User { id firstName viewerHasBlocked friendship { status } email unreadMessages
    ${names.map((name) => `${name}(first: 5) { edges { node { id } } pageInfo { hasNextPage endCursor } }`).join(' ')} }`;

  test('says what the viewer has to do with the user', async () => {
    const relation = async (viewer: Person, person: Person) =>
      (
        await as(viewer).graphql<{ user: Mapping | null }>(
          `query ($id: ID!) { user(id: $id) { viewerHasBlocked friendship { status requester { firstName } } } }`,
          { id: user(person) },
        )
      ).data?.user;
    const accepted = { status: 'ACCEPTED', requester: { firstName: 'Ann' } };
    expect(await relation(bob, ann)).toEqual({ viewerHasBlocked: false, friendship: accepted });
    expect(await relation(dan, ann)).toMatchObject({ viewerHasBlocked: false, friendship: { status: 'PENDING' } });
    expect(await relation(cho, ann)).toEqual({ viewerHasBlocked: false, friendship: null });
    expect(await relation(ann, ann)).toEqual({ viewerHasBlocked: false, friendship: null });
    const change = async (field: string, input: string) =>
      (
        await as(dan).graphql<Record<string, { user: Mapping }>>(
          `mutation ($id: ID!) { ${field}(input: { userId: $id }) { user { viewerHasBlocked friendship { id } } }
            again: ${field}(input: { userId: $id }) { user { viewerHasBlocked } } }`,
          { id: input },
        )
      ).data;
    expect(await change('blockUser', user(ann))).toEqual({
      blockUser: { user: { viewerHasBlocked: true, friendship: null } },
      again: { user: { viewerHasBlocked: true } },
    });
    expect(await relation(dan, ann)).toEqual({ viewerHasBlocked: true, friendship: null });
    // Ann does not learn of it in this way: Dan is not there for her.
    expect(await relation(ann, dan)).toBeNull();
    const both = `mutation ($id: ID!) { unblockUser(input: { userId: $id }) { user { viewerHasBlocked } }
      blockUser(input: { userId: $id }) { user { viewerHasBlocked } } last: unblockUser(input: { userId: $id }) { user { viewerHasBlocked } } }`;
    expect((await as(dan).graphql(both, { id: user(ann) })).data).toEqual({
      unblockUser: { user: { viewerHasBlocked: false } },
      blockUser: { user: { viewerHasBlocked: true } },
      last: { user: { viewerHasBlocked: false } },
    });
  });

  test('is read by one document, whose lists cost a statement each', async () => {
    const document = `query ($id: ID!) { user(id: $id) { ...Person } } ${fragment}`;
    await as(bob).graphql(document, { id: user(ann) });
    const statements = await countStatements(service, async () => {
      expect((await as(bob).graphql(document, { id: user(ann) })).errors).toEqual([]);
    });
    expect(statements.length).toBeLessThanOrEqual(9);
  });

  test('costs what it takes in a list of users', async () => {
    const cost = async (list: string) =>
      costIn(await as(ann).graphql(`{ users(friendsWith: "${user(bob)}", first: 100) { nodes { id ${list} } } }`))
        .requested;
    const without = await cost('');
    for (const name of names.filter((one) => one !== 'friends'))
      expect(await cost(`${name}(first: 1) { nodes { id } }`)).toBeGreaterThanOrEqual(without + 100 * 20);
    const { errors } = await as(ann).graphql(
      `{ users(friendsWith: "${user(bob)}", first: 1000) { nodes { workouts(first: 5) { nodes { title } } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
  });
});
