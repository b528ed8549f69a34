/**
 * An operation name that is empty counts as absent over every transport, and a request whose method only reads never executes a
 * mutation, whatever its document and operation name.
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { cast } from '../support/cast.ts';
import { over, ways } from '../support/transports.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann } = await cast(service);

const firstName = async () => (await over('POST', ann, { query: '{ me { firstName } }' })).data;
const rename = (name: string) =>
  `mutation Rename { updateUser(input: { firstName: "${name}" }) { user { firstName } } }`;
const renamed = (name: string) => ({ updateUser: { user: { firstName: name } } });
const reading = new Set(['GET', 'QUERY', 'stream GET']);

describe.each(ways)('over %s', (way) => {
  test.each([
    ['one operation with a name', 'query Mine { me { databaseId } }', { me: { databaseId: ann.id } }],
    ['one operation without a name', '{ me { databaseId } }', { me: { databaseId: ann.id } }],
    ['no field of an object', '{ __typename }', { __typename: 'Query' }],
  ])('an empty operation name chooses the only operation: %s', async (_what, query, data) => {
    // The second and third time, the document is compiled.
    for (let time = 0; time < 3; time++)
      expect(await over(way, ann, { query, operationName: '' })).toMatchObject({ status: 200, data, code: undefined });
  });

  test('an empty operation name does not choose one of two operations', async () => {
    const query = 'query A { me { databaseId } } query B { me { firstName } }';
    const answer = await over(way, ann, { query, operationName: '' });
    expect(answer).toMatchObject({ data: null, message: expect.stringContaining('Must provide operation name') });
  });

  test.each(['', undefined, 'Rename', ' ', 'Other'])('a mutation with the operation name %p', async (operationName) => {
    await over('POST', ann, { query: rename('Ann') });
    const sent = { query: rename(`By ${way}`), ...(operationName === undefined ? {} : { operationName }) };
    const answer = await over(way, ann, sent);
    const runs = !reading.has(way) && [undefined, '', 'Rename'].includes(operationName);
    expect(answer.data ?? null).toEqual(runs ? renamed(`By ${way}`) : null);
    expect(await firstName()).toEqual({ me: { firstName: runs ? `By ${way}` : 'Ann' } });
    if (reading.has(way) && operationName !== ' ' && operationName !== 'Other')
      expect(answer.status).toBe(way === 'QUERY' ? 422 : 405);
  });
});

describe.each(ways)('over %s', (way) => {
  test.each(['documentId', 'extensions'])(
    'a mutation that is named in `%s` with an empty operation name',
    async (by) => {
      const query = rename(`Known ${way} ${by}`);
      const sha256Hash = createHash('sha256').update(query).digest('hex');
      const extensions = { persistedQuery: { version: 1, sha256Hash } };
      await over('POST', ann, { query, extensions });
      await over('POST', ann, { query: rename('Ann') });
      const named = by === 'documentId' ? { documentId: `sha256:${sha256Hash}` } : { extensions };
      const answer = await over(way, ann, { ...named, operationName: '' });
      const stored = reading.has(way) ? 'Ann' : `Known ${way} ${by}`;
      expect([answer.status < 400, await firstName()]).toEqual([!reading.has(way), { me: { firstName: stored } }]);
    },
  );
});

test('a mutation without a key is not carried out by GET', async () => {
  const query =
    'mutation { register(input: { firstName: "A", lastName: "B", email: "by-get@example.org", password: "correct horse battery" }) { apiKey } }';
  const searches: Record<string, string>[] = [
    { query, operationName: '' },
    { query },
    { operationName: '', query, variables: '{}' },
  ];
  for (const search of searches) {
    const answer = await fetch(`${service.url}/graphql?${new URLSearchParams(search)}`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
  }
  expect(await service.sql("select 1 from users where email = 'by-get@example.org'")).toEqual([]);
});
