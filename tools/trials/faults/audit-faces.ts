import { globalId } from '../../../schema/global-id.ts';
import type { NodeType } from '../../../schema/global-id.ts';
import type { Calls } from './calls.ts';
import { lastNumber } from './load.ts';
import { faultOf } from './ledger.ts';
import type { Entry, Kind } from './ledger.ts';

/** Finds the marks of a kind at a place, over one interface. */
type Look = (calls: Calls, place: number, key: string) => Promise<string[]>;

/** Reads one page of a list of a node over GraphQL. */
interface Page {
  nodes: Record<string, unknown>[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

async function body(call: Promise<{ status: number; body: string }>): Promise<Record<string, unknown>> {
  const { status, body: text } = await call;
  if (status !== 200) throw new Error(`an audit was answered with ${status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

async function listed(calls: Calls, path: string, key: string): Promise<Record<string, unknown>[]> {
  const { objects } = await body(calls.rest('audit', 'GET', path, key));
  return objects as Record<string, unknown>[];
}

/** Reads all nodes of a list of a node, or of the caller, page by page. */
async function paged(calls: Calls, type: NodeType | null, id: number, list: string, fields: string, key: string) {
  const found: Record<string, unknown>[] = [];
  for (let after: string | null = null; ;) {
    const page = `page: ${list}(first: 100, after: $after) { nodes { ${fields} } pageInfo { hasNextPage endCursor } }`;
    const query = type
      ? `query ($id: ID!, $after: String) { node(id: $id) { ... on ${type} { ${page} } } }`
      : `query ($after: String) { ${page} }`;
    const variables = { ...(type ? { id: globalId(type, id) } : {}), after };
    const { data } = await body(calls.graphql('audit', query, key, variables));
    const { nodes, pageInfo }: Page = type
      ? (data as { node: { page: Page } }).node.page
      : (data as { page: Page }).page;
    found.push(...nodes);
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}

async function graphqlNode(calls: Calls, type: NodeType, id: number, fields: string, key: string) {
  const query = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${fields} } } }`;
  const { data } = await body(calls.graphql('audit', query, key, { id: globalId(type, id) }));
  return (data as { node: Record<string, unknown> }).node;
}

const texts = (rows: Record<string, unknown>[], field: string) => rows.map((row) => String(row[field]));

/** For each kind, how it is found over REST and over GraphQL. */
const looks: Partial<Record<Kind, [Look, Look]>> = {
  message: [
    async (calls, id, key) => texts(await listed(calls, `/message/?conversation=${id}`, key), 'message'),
    async (calls, id, key) => texts(await paged(calls, 'Conversation', id, 'messages', 'message', key), 'message'),
  ],
  comment: [
    async (calls, id, key) => texts(await listed(calls, `/comment/?post_id=${id}`, key), 'comment'),
    async (calls, id, key) => texts(await paged(calls, 'Post', id, 'comments', 'comment', key), 'comment'),
  ],
  workout: [
    async (calls, id, key) =>
      texts((await body(calls.rest('audit', 'GET', `/workout/?user=${id}`, key))) as never, 'title'),
    async (calls, _, key) => texts(await paged(calls, null, 0, 'workouts', 'title', key), 'title'),
  ],
  like: [
    async (calls, id, key) => {
      const { likers } = await body(calls.rest('audit', 'GET', `/post/${id}/`, key));
      return (likers as number[]).map((liker) => `${id} by ${liker}`);
    },
    async (calls, id, key) => {
      const { likers } = await graphqlNode(calls, 'Post', id, 'likers', key);
      return (likers as (number | string)[]).map((liker) => `${id} by ${liker}`);
    },
  ],
  'friend request': [
    async (calls, _, key) =>
      (await listed(calls, '/friendship/', key)).map(
        ({ user1, user2 }) => `${(user1 as { id: number }).id} to ${(user2 as { id: number }).id}`,
      ),
    async (calls, _, key) => {
      const query = '{ friendships(first: 100) { nodes { requester { databaseId } requested { databaseId } } } }';
      const { data } = await body(calls.graphql('audit', query, key));
      const { nodes } = (data as { friendships: { nodes: Record<string, { databaseId: number }>[] } }).friendships;
      return nodes.map(({ requester, requested }) => `${requester?.databaseId} to ${requested?.databaseId}`);
    },
  ],
};

/** Reads everything of a round over both interfaces. Returns what is lost, duplicated or incomplete, one sentence each. */
export async function readWrong(calls: Calls, entries: readonly Entry[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [kind, faces] of Object.entries(looks)) {
    const places = Map.groupBy(
      entries.filter((entry) => entry.kind === kind),
      ({ place }) => place,
    );
    for (const [place, there] of places) {
      for (const [face, look] of [['REST', faces[0]] as const, ['GraphQL', faces[1]] as const]) {
        const found = new Map<string, number>();
        for (const mark of await look(calls, place, there[0]?.key ?? '')) found.set(mark, (found.get(mark) ?? 0) + 1);
        for (const entry of there) {
          const fault = faultOf(entry, found.get(entry.mark) ?? 0);
          if (fault) faults.push(`${face}: ${fault}`);
        }
      }
    }
  }
  faults.push(...(await pictures(calls, entries)), ...(await registrations(calls, entries)));
  return faults;
}

/** Checks that every acknowledged picture can be fetched in each size, at the URLs of REST and GraphQL. */
async function pictures(calls: Calls, entries: readonly Entry[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { kind, result, location, key, mark } of entries) {
    if (kind !== 'picture' || result !== 'made') continue;
    const id = lastNumber(location);
    const record = await body(calls.rest('audit', 'GET', `/picture/${id}/`, key));
    const { originalUrl } = await graphqlNode(calls, 'Picture', id, 'originalUrl', key);
    for (const url of [record['thumbnail'], record['feed'], record['detail'], originalUrl]) {
      const response = await fetch(String(url));
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200 || bytes.length < 100 || bytes[0] !== 0xff)
        faults.push(`half-written: picture ${id} (${mark.slice(0, 8)}), ${response.status}, ${bytes.length} bytes`);
    }
  }
  return faults;
}

/** Checks that every key that was returned can be used. */
async function registrations(calls: Calls, entries: readonly Entry[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { kind, result, key, mark } of entries) {
    if (kind !== 'registration' || result !== 'made') continue;
    const { email } = await body(calls.rest('audit', 'GET', '/me/', key));
    const { data } = await body(calls.graphql('audit', '{ me { email } }', key));
    if (email !== mark || (data as { me: { email: string } }).me.email !== mark) faults.push(`${mark} cannot sign in`);
  }
  return faults;
}
