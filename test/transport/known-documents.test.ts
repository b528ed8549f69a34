/**
 * Documents are executed by their ids over every transport: those of the REST interface, those of DOCUMENTS_PATH, and those that
 * clients have sent with their hash. With DOCUMENTS=registered, no others are accepted.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { afterAll, describe, expect, test } from '@jest/globals';
import { rowDocuments } from '../../rest-compat/row-documents.ts';
import { globalId } from '../../schema/global-id.ts';
import { executableSchema } from '../../schema/index.ts';
import { makeCosts } from '../../schema/execution/costs.ts';
import { makeDocuments } from '../../schema/execution/documents.ts';
import { openKnownDocuments } from '../../schema/execution/registered-documents.ts';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { over, ways } from '../support/transports.ts';
import type { Sent } from '../support/transports.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const ownDocument = 'query Own { me { databaseId firstName } }';
const manifestDocument = 'query InManifest { me { databaseId } }';
const folder = await mkdtemp(join(tmpdir(), 'documents-'));
afterAll(() => rm(folder, { recursive: true }));
await writeFile(join(folder, 'own.graphql'), ownDocument);
await writeFile(join(folder, 'manifest.json'), JSON.stringify({ customId: manifestDocument }));
await writeFile(join(folder, 'notes.txt'), 'not a document');

const service = await testService({ DOCUMENTS_PATH: folder });
const { ann } = await cast(service);
const strict = await testService({ DOCUMENTS_PATH: folder, DOCUMENTS: 'registered' });
const { ann: strictAnn } = await cast(strict);

const persisted = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: hash(text) } });
const annsId = { data: { me: { databaseId: ann.id } } };
const notFound = { data: null, code: 'PERSISTED_QUERY_NOT_FOUND' };

describe.each(ways)('over %s', (way) => {
  test.each([
    ['by its hash', `sha256:${hash(ownDocument)}`, { me: { databaseId: ann.id, firstName: 'Ann' } }],
    ['by its hash alone', hash(ownDocument), { me: { databaseId: ann.id, firstName: 'Ann' } }],
    ['by the id of its manifest', 'customId', annsId.data],
  ])('a registered document is executed %s', async (_how, documentId, data) => {
    // The second and third time, it is compiled.
    for (let time = 0; time < 3; time++)
      expect(await over(way, ann, { documentId })).toMatchObject({ status: 200, data, code: undefined });
  });

  test('an unknown id is refused', async () => {
    expect(await over(way, ann, { documentId: `sha256:${hash('nothing')}` })).toMatchObject(notFound);
    expect(await over(way, ann, { documentId: 'x-other:1' })).toMatchObject(notFound);
  });

  test('a document is known by its hash once it was sent with it', async () => {
    const text = `query Automatic { me { databaseId } } # ${way}`;
    const extensions = persisted(text);
    expect(await over(way, ann, { extensions })).toMatchObject({ ...notFound, message: 'PersistedQueryNotFound' });
    for (const sent of [{ query: text, extensions }, { extensions }, { extensions }, { documentId: hash(text) }])
      expect(await over(way, ann, sent)).toMatchObject({ status: 200, ...annsId });
  });

  test('an invalid document is not kept', async () => {
    const text = `query Invalid { nothing } # ${way}`;
    const extensions = persisted(text);
    expect((await over(way, ann, { query: text, extensions })).code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(await over(way, ann, { extensions })).toMatchObject(notFound);
  });

  test.each<[string, Sent]>([
    ['the hash of another document', { query: ownDocument, extensions: persisted('other') }],
    ['a name that is none', { documentId: hash(ownDocument), extensions: persisted(ownDocument) }],
    ['an id and a text', { documentId: hash(ownDocument), query: ownDocument }],
    ['another version', { extensions: { persistedQuery: { version: 2, sha256Hash: hash(ownDocument) } } }],
    ['a hash that is none', { extensions: { persistedQuery: { version: 1, sha256Hash: 'toString' } } }],
  ])('%s is refused', async (_what, sent) => {
    expect(await over(way, ann, sent)).toMatchObject({ data: null, code: 'BAD_REQUEST' });
  });

  test('with DOCUMENTS=registered, only registered documents are executed', async () => {
    const data = { me: { databaseId: strictAnn.id, firstName: 'Ann' } };
    for (const sent of [
      { documentId: hash(ownDocument) },
      { query: ownDocument },
      { extensions: persisted(ownDocument) },
    ])
      expect(await over(way, strictAnn, sent)).toMatchObject({ status: 200, data });
    const other = '{ me { id } }';
    for (const sent of [{ query: other }, { query: other, extensions: persisted(other) }, { query: '{ __typename }' }])
      expect(await over(way, strictAnn, sent)).toMatchObject({ data: null, code: 'DOCUMENT_NOT_REGISTERED' });
    expect(await over(way, strictAnn, { extensions: persisted(other) })).toMatchObject(notFound);
  });
});

test.each([false, true])("Apollo's link for persisted queries works, with GET: %s", async (useGETForHashedQueries) => {
  const sent: string[] = [];
  const link = new PersistedQueryLink({ sha256: hash, useGETForHashedQueries }).concat(
    new HttpLink({
      uri: `${service.url}/graphql`,
      headers: { Authorization: ann.authorization },
      fetch: (url, init) => {
        const text = `${decodeURIComponent(String(url))} ${String(init?.body ?? '')}`;
        sent.push(
          `${init?.method} ${text.includes('sha256Hash') ? 'hash' : ''} ${text.includes('firstName') ? 'text' : ''}`,
        );
        return fetch(url as string, init as RequestInit);
      },
    }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const query = gql(`query OfApollo${useGETForHashedQueries ? 'Get' : ''} { me { databaseId firstName } }`);
  for (let time = 0; time < 2; time++)
    expect((await client.query({ query, fetchPolicy: 'network-only' })).data).toMatchObject({
      me: { firstName: 'Ann' },
    });
  const first = useGETForHashedQueries ? 'GET' : 'POST';
  // The first attempt is not found, and the second one is sent with the text.
  expect(sent).toEqual([`${first} hash `, 'POST hash text', `${first} hash `]);
});

test('a mutation by GET is refused, whatever names it', async () => {
  const [mutation] = [...rowDocuments.values()].filter(({ text }) => text.startsWith('mutation'));
  const answer = await as(ann).sendTo('GET', `/graphql?documentId=${mutation?.id}`, { headers: { Accept: '*/*' } });
  expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
});

test('the documents of all REST rows are registered and can be executed', async () => {
  expect(rowDocuments.size).toBeGreaterThanOrEqual(50);
  for (const { id } of rowDocuments.values()) {
    const { code } = await over('POST', ann, {
      documentId: id,
      variables: { input: {}, id: globalId('User', ann.id) },
    });
    // Most lack variables.
    expect([undefined, 'INVALID']).toContain(code);
  }
});

test('an upload above the size of small requests can name its document', async () => {
  const points = Array.from({ length: 9000 }, (_, i) => ({ lat: 47 + i / 1e5, lng: 8, elev: 400 }));
  const input = { title: 'Long', runDate: '2024-01-01T00:00:00Z', runType: 'RACE', durationInSeconds: 3600, points };
  const documentId = [...rowDocuments.values()].find(({ text }) => text.startsWith('mutation RecordWorkout'))?.id;
  const body = JSON.stringify({ variables: { input }, documentId });
  expect(body.length).toBeGreaterThan(300_000);
  expect(await over('POST', ann, { variables: { input }, documentId })).toMatchObject({
    data: { recordWorkout: { workout: { title: 'Long' } } },
  });
});

describe('DOCUMENTS_PATH', () => {
  const schema = executableSchema();
  const documents = makeDocuments(schema, makeCosts(schema));
  const opened = (documentsPath: string) => openKnownDocuments({ documents: 'any', documentsPath }, documents, []);

  test.each<[string, string, RegExp]>([
    [
      'a document that does not match the schema',
      'x.graphql',
      /x\.graphql has a document that cannot be executed: .*nothing/,
    ],
    ['an id that is the hash of something else', 'wrong-id.json', /wrong-id\.json has the id [0-9a-f]{64}/],
    ['a file that is not JSON', 'broken.json', /broken\.json is not JSON/],
    ['a manifest of another kind', 'other.json', /other\.json is no manifest/],
    ['a missing file', 'missing.graphql', /DOCUMENTS_PATH: ENOENT/],
  ])('%s prevents the start', async (_what, name, sentence) => {
    const files: Record<string, string> = {
      'x.graphql': '{ nothing }',
      'wrong-id.json': JSON.stringify({ [hash('other')]: ownDocument }),
      'broken.json': '{',
      'other.json': '{"a":{"b":1}}',
    };
    const content = files[name];
    const path = join(await mkdtemp(join(folder, 'wrong-')), name);
    if (content !== undefined) await writeFile(path, content);
    await expect(opened(path)).rejects.toThrow(sentence);
  });

  test.each([
    ['graphql-codegen and Relay', { one: ownDocument } as unknown],
    ['Relay, as a list', [['one', ownDocument]]],
    [
      'Apollo',
      { format: 'apollo-persisted-query-manifest', version: 1, operations: [{ id: 'one', body: ownDocument }] },
    ],
  ])('takes the manifest of %s', async (_whose, manifest) => {
    const path = join(await mkdtemp(join(folder, 'manifest-')), 'manifest.json');
    await writeFile(path, JSON.stringify(manifest));
    const known = await opened(path);
    for (const documentId of ['one', `sha256:${hash(ownDocument)}`])
      expect(known.complete({ documentId })).toEqual({ query: ownDocument });
  });
});
