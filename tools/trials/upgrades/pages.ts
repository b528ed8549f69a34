import assert from 'node:assert/strict';

/** The pages of a person, by the path or the document with which they were asked. */
export type Pages = ReadonlyMap<string, string>;

const lists = [
  '/me/ /friendship/ /workout/ /route/ /picture/ /event/ /event-participant/ /conversation/inbox/ /conversation/archive/',
  '/post/ /post/?type=local /post/?type=featured /post/?type=friends&limit=50 /user/search/friends/?q=a',
].flatMap((paths) => paths.split(' '));
const documents = [
  `{ me { firstName stats { totalDistanceInMeters } workouts(first: 20) { nodes { databaseId title track } } friends(first: 20) { nodes { firstName } } } }`,
  `{ feed(first: 20) { nodes { databaseId commentCount author { firstName } comments(first: 5) { nodes { comment } } } } }`,
  `{ conversations(first: 20) { nodes { databaseId messages(first: 20) { nodes { message } } } } }`,
  `{ notifications(first: 20) { nodes { id } } }`,
];
const most = 250;

/** Asks once. @throws Error when the answer is a failure of the service */
async function ask(url: string, key: string, path: string, query?: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, ...(query ? { 'content-type': 'application/json' } : {}) };
  const sent = query ? { method: 'POST', body: JSON.stringify({ query }) } : {};
  const answer = await fetch(url + path, { headers, redirect: 'manual', ...sent });
  const text = await answer.text();
  assert.ok(answer.status < 500, `${path} ${query ?? ''} was answered with ${answer.status} ${text}`);
  // Whole URLs name the port, and are signed for a time. What a document has cost is no part of a page.
  const page = query ? JSON.stringify({ ...(JSON.parse(text) as object), extensions: 0 }) : text;
  return `${answer.status} ${page.replaceAll(/https?:\/\/[^"\\]*/g, '')}`;
}

/** Reads all that can be reached from the lists of a person over REST, and documents over GraphQL. */
export async function pagesOf(url: string, key: string): Promise<Pages> {
  const pages = new Map<string, string>();
  const paths = new Set(lists.map((path) => `/api/v1${path}`));
  for (const path of paths) {
    const text = await ask(url, key, path);
    pages.set(path, text);
    for (const [found] of text.matchAll(/(?<=")\/api\/v1\/[^"\\]+(?=")/g)) if (paths.size < most) paths.add(found);
  }
  for (const query of documents) pages.set(query, await ask(url, key, '/graphql', query));
  return pages;
}

/** Fails with the first page that is another one. @param when a few words about the second reading */
export function assertEqual(before: Pages, after: Pages, when: string): void {
  for (const [path, text] of before) {
    const own = after.get(path) ?? 'none';
    const at = [...text].findIndex((letter, n) => letter !== own[n]);
    const part = (of: string) => of.slice(Math.max(0, at - 60), at + 60);
    assert.ok(own === text, `${path} ${when} has …${part(own)}… instead of …${part(text)}…`);
  }
}
