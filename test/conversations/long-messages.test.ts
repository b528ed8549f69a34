/** Answers with long texts are bounded in bytes: pages end early with a cursor, and what is sent is paid. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { costIn } from '../support/spend-points.ts';
import type { Cost } from '../support/spend-points.ts';
import { record } from '../support/workouts.ts';
import { start } from './conversation-calls.ts';

const service = await testService();
const mebibyte = 1024 * 1024;
/** The number of messages, and of comments, and their letters. */
const count = 400;
const letters = 10_000;
let ann: Person;
let bob: Person;
let conversation: string;
let post: string;

interface Page {
  totalCount: number;
  nodes: { databaseId: number; message: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}
const page = 'totalCount nodes { databaseId message } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

beforeAll(async () => {
  ({ ann, bob } = await cast(service));
  const id = await start(ann, [bob], '1');
  await service.sql(
    `insert into message (conversation_id, user_id, message)
     select ?, ?, rpad(i::text || ' ', ${letters}, '🙂') from generate_series(2, ${count}) i`,
    [id, ann.id],
  );
  conversation = globalId('Conversation', id);
  const recorded = await record(ann);
  await service.sql(
    `insert into comment (post_id, user_id, comment)
     select ?, ?, rpad(i::text || ' ', ${letters}, '🙂') from generate_series(1, ${count}) i`,
    [recorded.post, ann.id],
  );
  await service.sql('update post set comment_count = ? where id = ?', [count, recorded.post]);
  post = globalId('Post', recorded.post);
});

/** Asks twice, because a document is executed differently when it comes again. */
async function ask<Data>(query: string, variables: object = {}) {
  const first = await as(bob).graphql<Data>(query, { ...variables });
  const again = await as(bob).graphql<Data>(query, { ...variables });
  expect(again.data).toEqual(first.data);
  const [cost, costAgain] = [costIn(first as never), costIn(again as never)];
  expect(costAgain.actual).toBe(cost.actual);
  return { ...again, cost: cost satisfies Cost };
}

const sizeOf = (data: unknown) => Buffer.byteLength(JSON.stringify(data));
const numberOf = ({ message }: { message: string }) => Number(/^\d+/.exec(message)?.[0]);
const numbers = Array.from({ length: count }, (_, i) => i + 1);

describe('a page of long messages', () => {
  test.each([
    ['first', 'after', 'endCursor', 'hasNextPage'],
    ['last', 'before', 'startCursor', 'hasPreviousPage'],
  ] as const)('ends early when it is read by %s, and all are reached by cursors', async (size, from, cursor, more) => {
    const found: number[] = [];
    let next: Page['pageInfo'] | undefined;
    let pages = 0;
    do {
      const { data, cost } = await ask<{ conversation: { messages: Page } }>(
        `query ($id: ID!, $from: String) { conversation(id: $id) { messages(${size}: 1000, ${from}: $from) { ${page} } } }`,
        { id: conversation, from: next?.[cursor] ?? null },
      );
      const { nodes, pageInfo, totalCount } = (data as NonNullable<typeof data>).conversation.messages;
      expect(totalCount).toBe(count);
      const bytes = sizeOf(nodes);
      expect(bytes).toBeLessThan(4 * mebibyte);
      expect(cost.actual).toBeGreaterThan(bytes / 1024);
      const read = nodes.map(numberOf);
      expect(read).toEqual(read.toSorted((one, other) => one - other));
      if (size === 'first') found.push(...read);
      else found.unshift(...read);
      next = pageInfo;
      pages++;
    } while (next[more]);
    expect(found).toEqual(numbers);
    expect(pages).toBeGreaterThan(3);
  });

  test('is whole when it fits', async () => {
    const { data } = await ask<{ conversation: { messages: Page } }>(
      `query ($id: ID!) { conversation(id: $id) { messages(first: 50) { ${page} } } }`,
      { id: conversation },
    );
    expect(data?.conversation.messages.nodes.map(numberOf)).toEqual(numbers.slice(0, 50));
  });
});

test('eleven other names of one list share what an answer may have', async () => {
  const names = Array.from({ length: 11 }, (_, n) => `a${n}`);
  const lists = names
    .map((name, n) => `${name}: messages(first: ${count - n}) { nodes { message } ...where }`)
    .join(' ');
  const { data } = await ask<{ conversation: Record<string, Page> }>(
    `query ($id: ID!) { conversation(id: $id) { ${lists} } }
     fragment where on MessageConnection { pageInfo { hasNextPage endCursor } }`,
    { id: conversation },
  );
  expect(sizeOf(data)).toBeLessThan(8 * mebibyte);
  expect(Object.keys(data?.conversation ?? {})).toEqual(names);
  for (const { nodes, pageInfo } of Object.values(data?.conversation ?? {})) {
    expect(nodes.map(numberOf)).toEqual(numbers.slice(0, nodes.length));
    expect(nodes.length).toBeGreaterThan(0);
    expect(pageInfo.hasNextPage).toBe(true);
    const { data: next } = await ask<{ conversation: { messages: Page } }>(
      `query ($id: ID!, $after: String) { conversation(id: $id) { messages(first: 1, after: $after) { ${page} } } }`,
      { id: conversation, after: pageInfo.endCursor },
    );
    expect(next?.conversation.messages.nodes.map(numberOf)).toEqual([nodes.length + 1]);
  }
});

test('twenty other names of one text are refused, with what to ask less of', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `a${n}: message`).join(' ');
  const { data, errors } = await ask(
    `query ($id: ID!) { conversation(id: $id) { messages(first: 50) { nodes { ${names} } } } }`,
    { id: conversation },
  );
  expect(data).toBeNull();
  expect(errors).toMatchObject([
    { message: expect.stringContaining('smaller pages'), extensions: { code: 'TOO_COSTLY' } },
  ]);
});

test('more long messages by their ids than fit are refused', async () => {
  const rows = (await service.sql('select id from message where length(message) > 100 limit 200')) as { id: number }[];
  const ids = rows.map(({ id }) => globalId('Message', id));
  const { errors } = await ask(
    `query ($some: [ID!]!, $others: [ID!]!) {
      some: nodes(ids: $some) { ... on Message { message } } others: nodes(ids: $others) { ... on Message { message } } }`,
    { some: ids.slice(0, 100), others: ids.slice(100) },
  );
  expect(errors).toMatchObject(errors?.map(() => ({ extensions: { code: 'TOO_COSTLY' } })) ?? []);
  expect(errors?.length).toBeGreaterThan(0);
});

test.each(['first', 'last'])('nested comments end early by %s', async (size) => {
  const { data } = await ask<{ node: { comments: { nodes: { comment: string }[]; pageInfo: Page['pageInfo'] } } }>(
    `query ($id: ID!) { node(id: $id) { ... on Post { comments(${size}: 1000) {
      nodes { comment } pageInfo { hasNextPage hasPreviousPage } } } } }`,
    { id: post },
  );
  const { nodes, pageInfo } = data?.node.comments ?? { nodes: [] };
  const read = nodes.map(({ comment }) => numberOf({ message: comment }));
  expect(read).toEqual(size === 'first' ? numbers.slice(0, nodes.length) : numbers.slice(-nodes.length));
  expect(pageInfo).toEqual({ hasNextPage: size === 'first', hasPreviousPage: size === 'last' });
  expect(sizeOf(nodes)).toBeLessThan(4 * mebibyte);
  expect(nodes.length).toBeGreaterThan(10);
});
