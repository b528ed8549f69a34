import { hashOf } from '@runners/graphql';
import { clientNamed } from '../../src/platform/observability/client-name.ts';
import type { LedgerEntry } from '../../src/retiring/usage-ledger.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { TestSocket } from '../support/live.ts';

/** The truth about calls: how often each client has called each entry, by `client entry`. */
export class Truth {
  readonly counts = new Map<string, number>();
  calls = 0;

  add(client: string, entries: readonly string[]): void {
    this.calls++;
    for (const entry of entries) {
      const key = `${client}\n${entry}`;
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    }
  }
}

/** The same of a ledger. */
export function countsOf(entries: readonly LedgerEntry[]): Map<string, number> {
  return new Map(
    entries.map(({ client: { key, product, version, apollo, apolloVersion }, kind, name, detail, calls }) => [
      `${[key, product, version, apollo, apolloVersion].join('\t')}\n${[kind, name, detail].join('\t')}`,
      calls,
    ]),
  );
}

/** An invented client: the headers that it sends, and its key. */
export interface InventedClient {
  text: string;
  headers: Record<string, string>;
  authorization: string;
}

/** Twelve clients: old apps with their products, Apollo's with their names, scripts with keys of their own, and one without a name. */
export async function inventClients(people: readonly Person[]): Promise<InventedClient[]> {
  const person = (i: number) => people[i % people.length] as Person;
  const clients: InventedClient[] = [];
  for (let i = 0; i < 12; i++) {
    const headers: Record<string, string> = {};
    if (i < 5) headers['User-Agent'] = `OldApp${i % 3}/${1 + (i % 2)}.0 (Phone ${i}; someone@example.com)`;
    else if (i < 8) {
      headers['User-Agent'] = 'okhttp/4.9';
      headers['apollographql-client-name'] = `New App ${i}`;
      headers['apollographql-client-version'] = `${i}.1`;
    }
    const key = i >= 8 && i < 11 ? `Script ${i}` : '';
    const authorization = key === '' ? person(i).authorization : await newKey(person(i), key);
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    clients.push({ text: clientNamed(key, named), headers, authorization });
  }
  return clients;
}

/** Makes a key of a person, which has a name. */
export async function newKey(person: Person, name: string): Promise<string> {
  const { data } = await as(person).graphql<{ createApiKey: { apiKey: string } }>(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }',
    { input: { name, scopes: ['ALL'] } },
  );
  return `Bearer ${data?.createApiKey.apiKey}`;
}

const viaFragment =
  'query Known { me { ...names } } fragment names on User { firstName stats { totalDistanceInMeters } }';
const feed = 'query ($type: FeedType!, $first: Int) { feed(type: $type, first: $first) { isFallback } }';
const fields = (via: string, ...names: string[]) => names.map((name) => `field\t${name}\t${via}`);
const feedFields = (via: string, type: string) => [
  ...fields(via, 'Query.feed', 'FeedConnection.isFallback'),
  `argument\tQuery.feed(type:)\t${via}`,
  `argument\tQuery.feed(first:)\t${via}`,
  `value\tFeedType.${type}\t${via}`,
];

/** A kind of call: what it sends, and what it counts besides what a REST row uses of the schema. */
export type Call = (client: InventedClient, url: string) => Promise<string[]>;

const rest =
  (path: string, row: string, status: number, ...values: string[]): Call =>
  async ({ headers, authorization }, url) => {
    const { status: answered } = await new Client(url, authorization).get(path, headers);
    if (answered !== status) throw new Error(`${path} answered ${answered}`);
    const format = /format=(\w+)/.exec(path)?.[1] ?? 'json';
    return [`row\t${row}\t${format} ${Math.floor(status / 100)}xx`, ...values.map((value) => `parameter\t${value}\t`)];
  };

const post =
  (body: (client: InventedClient) => object, entries: readonly string[]): Call =>
  async (client, url) => {
    const { text } = await new Client(url, client.authorization).sendTo('POST', '/graphql', {
      headers: { ...client.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body(client)),
    });
    if (!text.includes('"data"') || text.includes('"errors"')) throw new Error(text);
    return [...entries];
  };

/** The calls of the trial. Those of the documents that are sent by their hash are known from the first time on. */
export const calls: readonly Call[] = [
  rest('/post/?type=dashboard', 'GET /post/', 200, 'GET /post/?type=dashboard'),
  rest('/post/?type=friends&format=xml', 'GET /post/', 200, 'GET /post/?type=friends'),
  rest('/me/?format=yaml', 'GET /me/', 200),
  rest('/post/999999999/', 'GET /post/[id]/', 404),
  rest('/post/?type=nonsense', 'GET /post/', 400),
  post(() => ({ query: '{ me { id lastName } }' }), fields('text', 'Query.me', 'User.id', 'User.lastName')),
  post(() => ({ query: feed, variables: { type: 'PROFILE', first: 2 } }), feedFields('text', 'PROFILE')),
  post(() => ({ query: 'query { feed(type: LOCAL, first: 1) { isFallback } }' }), feedFields('text', 'LOCAL')),
  post(
    () => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(viaFragment) } } }),
    fields('known', 'Query.me', 'User.firstName', 'User.stats', 'Stats.totalDistanceInMeters'),
  ),
  post(
    () => ({
      query:
        'mutation ($input: UpdatePreferencesInput!) { updatePreferences(input: $input) { preferences { distance } } }',
      variables: { input: { distance: 'MILES', id: null } },
    }),
    [
      ...fields('text', 'Mutation.updatePreferences', 'UpdatePreferencesPayload.preferences', 'Preferences.distance'),
      'argument\tMutation.updatePreferences(input:)\ttext',
      'input\tUpdatePreferencesInput.distance\ttext',
      'input\tUpdatePreferencesInput.id\ttext',
      'value\tDistanceUnit.MILES\ttext',
    ],
  ),
  async ({ headers, authorization }, url) => {
    const socket = await new TestSocket(url, { headers }).init({ authorization });
    const read = socket.operate(feed, { type: 'FEATURED', first: 3 });
    await read.ended;
    socket.raw.close();
    if (!read.results.all[0]?.data) throw new Error(JSON.stringify(read.results.all));
    return feedFields('text', 'FEATURED');
  },
];

/** Makes the known document known to a process. It counts as one that was sent as a text. */
export async function registerKnown(client: InventedClient, url: string, truth: Truth): Promise<void> {
  const { authorization } = client;
  await new Client(url, authorization).sendTo('POST', '/graphql', {
    headers: { ...client.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: viaFragment,
      extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(viaFragment) } },
    }),
  });
  truth.add(client.text, fields('text', 'Query.me', 'User.firstName', 'User.stats', 'Stats.totalDistanceInMeters'));
}
