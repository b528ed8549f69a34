/** A document that costs too much is refused with the fields that are dear, and with a page that fits. Others are told on request. */
import { describe, expect, test } from '@jest/globals';
import { limits } from '../../schema/execution/limits.ts';
import { as, newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Costly');

interface Refusal {
  cost: number;
  costBy: { path: string; cost: number }[];
  largestPage: { paths: string[]; first: number } | null;
}

/** The extensions of the refusal; null if the document is accepted. */
async function refusalOf(query: string, variables = {}): Promise<Refusal | null> {
  const { errors } = await as(ann).graphql(query, variables);
  const [error] = errors;
  if (!error) return null;
  expect(error.extensions).toMatchObject({ code: 'TOO_COSTLY', limit: limits.cost });
  return error.extensions as unknown as Refusal;
}

const friends = (inner: number | string, comments: number | string = 50, feed = 50) =>
  `{ feed(first: ${feed}) { nodes { comments(first: ${comments}) { nodes { user { friends(first: ${inner}) { nodes { id } } } } } } } }`;

describe('a document that costs too much', () => {
  test('is refused with its three dearest fields by path', async () => {
    const refusal = await refusalOf(friends(50));
    expect(refusal?.costBy.map(({ path }) => path)).toEqual([
      'feed.nodes.comments.nodes.user.friends',
      'feed.nodes.comments',
      'feed',
    ]);
    const sum = refusal?.costBy.reduce((all, { cost }) => all + cost, 0);
    expect(sum).toBe(refusal?.cost);
  });

  test('fits with the largest page that is named, and with none that is larger', async () => {
    const refusal = await refusalOf(friends(50, 20));
    const { paths, first } = refusal!.largestPage!;
    expect(paths).toEqual(['feed.nodes.comments.nodes.user.friends']);
    expect(await refusalOf(friends(first, 20))).toBeNull();
    expect(await refusalOf(friends(first + 1, 20))).not.toBeNull();
  });

  test('of which no page alone fits is told a size for all of them', async () => {
    const query = (first: number) =>
      `{ feed(first: ${first}) { nodes { comments(first: ${first}) { nodes { user { friends(first: ${first}) { nodes { friends(first: ${first}) { nodes { id } } } } } } } } } }`;
    const { paths, first } = (await refusalOf(query(100)))!.largestPage!;
    expect(paths).toHaveLength(4);
    expect(await refusalOf(query(first))).toBeNull();
    expect(await refusalOf(query(first + 1))).not.toBeNull();
  });

  test('names pages in fragments, by their aliases, and with sizes of variables', async () => {
    const query = `query ($n: Int) { a: feed(first: $n) { ...posts } }
      fragment posts on FeedConnection { nodes { all: comments(first: $n) { nodes { user { friends(last: $n) { nodes { id } } } } } } }`;
    const refusal = await refusalOf(query, { n: 60 });
    expect(refusal?.costBy[0]?.path).toBe('a.nodes.all.nodes.user.friends');
    expect(refusal?.largestPage?.first).toBeGreaterThan(0);
  });

  test('says it in its sentence, and begins as before', async () => {
    const { errors } = await as(ann).graphql(friends(50, 20));
    expect(errors[0]?.message).toMatch(
      /^The document costs \d+; at most 25000 is accepted\. Ask for smaller pages\. The dearest field is `feed\.\S+friends`, which costs \d+\. It fits with `first: \d+` at `feed\.\S+friends`\.$/,
    );
  });

  test('is told the same as a subscription’s selection or a document that was seen before', async () => {
    for (let i = 0; i < 3; i++) expect((await refusalOf(friends(50)))?.costBy).toHaveLength(3);
  });
});

describe('the header X-Cost-By-Field', () => {
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: ann.authorization, ...headers },
      body: JSON.stringify({
        query: '{ me { firstName workouts(first: 5) { nodes { title streams { heartRate } } } } }',
      }),
    });
    return (await response.json()) as {
      data: object;
      extensions: { cost: { requested: number }; costBy?: Refusal['costBy'] };
    };
  };

  test('has the cost by field added, which is what the document costs', async () => {
    for (let i = 0; i < 3; i++) {
      const { data, extensions } = await ask({ 'X-Cost-By-Field': 'on' });
      expect(data).toMatchObject({ me: { firstName: 'Ann' } });
      expect(extensions.costBy?.map(({ path }) => path)).toEqual(['me.workouts.nodes.streams', 'me.workouts', 'me']);
      expect(extensions.costBy?.reduce((all, { cost }) => all + cost, 0)).toBe(extensions.cost.requested);
    }
  });

  test('is needed for it', async () => {
    for (let i = 0; i < 3; i++) expect((await ask({})).extensions).not.toHaveProperty('costBy');
  });
});

test('the schema tells the price of fields that are dear', async () => {
  const text = await (await fetch(`${service.url}/graphql/schema.graphql`)).text();
  for (const field of ['searchUsers', 'recordWorkout', 'streams'])
    expect(text).toMatch(new RegExp(`It costs \\d+ points, besides what is selected in it\\.\\s+"""\\s+${field}\\(`));
});
