/**
 * The answer to an internal error contains only the id of the request, and the log describes the error without values.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { startService } from '../../src/server/server.ts';
import { newPerson } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { runSql } from '../support/run-sql.ts';

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const { environment, image, remove } = await preparedDatabase();
// The tests use a service of their own, because an error in the log of the shared service fails the test.
const service = await startService(readConfig(environment), log, image ? { image } : {});
afterAll(async () => {
  await service.stop();
  await remove();
});
const ann = await newPerson(service, 'Ann', 'Archer');
const text = 'Words of a diary that is private';
await runSql(service.database, 'alter table friendship rename to elsewhere');
// PostgreSQL adds the whole row to this error.
for (const table of ['profile', 'password_reset'])
  await runSql(service.database, `alter table ${table} add check (false) not valid`);

/** Returns the error in the log for the request with this id. */
const errorOf = (id: string) => lines.find((line) => line.includes(`"requestId":"${id}"`) && line.includes('"err":'));
const asAnn = (id: string) => ({
  'X-Request-Id': id,
  Authorization: ann.authorization,
  'Content-Type': 'application/json',
});
const client = new Client(service.url);

test('an error over REST is answered with the id and logged without values', async () => {
  const id = randomUUID();
  const { status, text: body, headers } = await client.get('/friendship/', asAnn(id));
  expect([status, headers['x-request-id']]).toEqual([500, id]);
  expect(body).toBe('Something went wrong on our side.');
  expect(errorOf(id)).toMatch(/"code":"42P01".*"msg":"a REST request failed"/);
});

test('an error over GraphQL is answered with the id and logged without values', async () => {
  const id = randomUUID();
  const body = JSON.stringify({ query: '{ friendships(first: 1) { nodes { id } } }' });
  const answer = await client.sendTo('POST', '/graphql', { headers: asAnn(id), body });
  expect(answer.headers['x-request-id']).toBe(id);
  const { errors = [] } = answer.json<{ errors?: { message: string; extensions: object }[] }>();
  expect(errors.map(({ message, extensions }) => ({ message, extensions }))).toMatchObject([
    { message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL', requestId: id } },
  ]);
  expect(errorOf(id)).toMatch(/"code":"42P01".*"msg":"a GraphQL field failed"/);
});

test('an error of a statement that contains text of users is logged without the text', async () => {
  const id = randomUUID();
  const body = JSON.stringify({ email: ann.email });
  const mailed = await client.send('POST', '/account/forgot_password', { headers: asAnn(id), body });
  const changed = await client.send('POST', `/profile/${ann.id}/`, {
    headers: { ...asAnn(id), 'X-HTTP-Method-Override': 'PATCH' },
    body: JSON.stringify({ location_name: text, weight: 61.2543 }),
  });
  expect([mailed.status, changed.status]).toEqual([500, 500]);
  const logged = lines.join('');
  for (const secret of [text, ann.email, ann.lastName, 'diary', ', 61.25', ann.authorization.slice(-20)])
    expect(logged).not.toContain(secret);
});
