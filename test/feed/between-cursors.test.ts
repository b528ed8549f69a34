/** Pages of a feed over GraphQL lie between their two cursors: `first` counts from the newest post, and `last` from the oldest. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

interface Page {
  edges: { cursor: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
}

const service = await testService();
let ada: Person;
/** The cursors of her eight posts, newest first. */
let cursors: string[] = [];

async function pageOf(args: string): Promise<Page> {
  const { data, errors } = await as(ada).graphql<{ feed: Page }>(
    `{ feed(type: PROFILE, ${args}) { edges { cursor } pageInfo { hasNextPage hasPreviousPage } } }`,
  );
  expect(errors).toEqual([]);
  return data?.feed ?? { edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } };
}

beforeAll(async () => {
  ada = await newPerson(service, 'Ada', 'Between');
  for (let i = 0; i < 8; i++) await record(ada);
  cursors = (await pageOf('first: 20')).edges.map(({ cursor }) => cursor);
});

describe('a page of a feed', () => {
  // The places of the cursors, the size, and which posts are on the page, with those that follow and precede.
  test.each<
    [after: number | null, before: number | null, size: string, found: number[], next: boolean, prior: boolean]
  >([
    [null, null, 'first: 3', [0, 1, 2], true, false],
    [0, null, 'first: 3', [1, 2, 3], true, true],
    [4, null, 'first: 3', [5, 6, 7], false, true],
    [null, 3, 'first: 2', [0, 1], true, false],
    [null, 3, 'first: 5', [0, 1, 2], true, false],
    [null, 3, 'last: 2', [1, 2], true, true],
    [null, 3, 'last: 5', [0, 1, 2], true, false],
    [0, 6, 'first: 2', [1, 2], true, true],
    [0, 6, 'last: 2', [4, 5], true, true],
    [0, 3, 'first: 5', [1, 2], true, true],
    [0, 3, 'last: 5', [1, 2], true, true],
    [3, 4, 'first: 5', [], true, true],
  ])('after %s and before %s with %s has %j', async (after, before, size, found, next, prior) => {
    const args = [
      size,
      after !== null && `after: "${cursors[after]}"`,
      before !== null && `before: "${cursors[before]}"`,
    ];
    const { edges, pageInfo } = await pageOf(args.filter(Boolean).join(', '));
    expect(edges.map(({ cursor }) => cursors.indexOf(cursor))).toEqual(found);
    expect(pageInfo).toEqual({ hasNextPage: next, hasPreviousPage: prior });
  });
});
