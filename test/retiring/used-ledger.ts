import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashOf } from '@runners/graphql';
import { readLedger } from '../../src/retiring/usage-ledger.ts';
import type { UsageLedger } from '../../src/retiring/usage-ledger.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import type { TestService } from '../support/service.ts';

const runners = fileURLToPath(new URL('../../src/process/runners.js', import.meta.url));
const run = promisify(execFile);

/** Runs a command of `npx runners`. */
export const runCommand = (...words: string[]): Promise<{ code: number; text: string }> =>
  run(process.execPath, [runners, ...words]).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  );

const known = 'query Known { me { ...names } } fragment names on User { username }';
const headers = {
  'Content-Type': 'application/json',
  'apollographql-client-name': 'Fresh',
  'User-Agent': 'okhttp/4.9',
};

/** The ledger after one app has called over REST and another one over GraphQL. */
export async function usedLedger(service: TestService, person: Person): Promise<UsageLedger> {
  const client = new Client(service.url, person.authorization);
  const rest = (path: string) => client.get(path, { 'User-Agent': 'Ancient/1.2 (old)' });
  const graphql = (body: object) => client.sendTo('POST', '/graphql', { headers, body: JSON.stringify(body) });
  await rest('/me/');
  await rest('/post/?type=dashboard&limit=1');
  const persistedQuery = { version: 1, sha256Hash: hashOf(known) };
  // It becomes known by another client, and is used by its hash alone from then on.
  await graphql({ query: known, extensions: { persistedQuery } });
  await graphql({ extensions: { persistedQuery } });
  await graphql({ query: '{ feed(type: FRIENDS, first: 1) { nodes { id } } }' });
  const feed = 'query ($type: FeedType!) { feed(type: $type) { nodes { id } } }';
  await graphql({ query: feed, variables: { type: 'FEATURED' } });
  await service.retiring.flush();
  const { database, now } = service.processContext;
  return readLedger(database, now());
}
