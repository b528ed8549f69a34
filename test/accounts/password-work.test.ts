/**
 * What a guess at a password costs, counted in CPU time beside that of one comparison: the dearest hash of another service is compared
 * once, an unknown address does the work of the commonest one, and nothing is computed for who has left.
 */
import { pbkdf2, pbkdf2Sync } from 'node:crypto';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commonestOldHash, watchOldCredentials } from '../../src/domain/accounts/old-credentials.ts';
import { announceTakenOver } from '../../src/domain/taking-over/preparing.ts';
import { until } from '../mail/patience.ts';
import { newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { testService } from '../support/service.ts';

const metricsToken = 'the-token-of-the-metrics';
const service = await testService({ METRICS_TOKEN: metricsToken });
const password = 'along the lake';
const hashOf = (iterations: number, text = password) =>
  `pbkdf2_sha256$${iterations}$salt$${pbkdf2Sync(text, 'salt', iterations, 32, 'sha256').toString('base64')}`;

async function withHash(name: string, encoded: string): Promise<Person> {
  const person = await newPerson(service, 'Olga', name);
  await service.sql('update users set password_hash = ? where id = ?', [encoded, person.id]);
  return person;
}
const signIn = async (email: string, sent: string) =>
  (await nobody(service).post('/account/login/', { email, password: sent })).status;

/** The CPU time of this process while something is done. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
/** The least of three comparisons with so many iterations. */
async function one(iterations: number): Promise<number> {
  const costs: number[] = [];
  const compare = () => promisify(pbkdf2)('x', 'salt', iterations, 32, 'sha256');
  for (let i = 0; i < 3; i++) costs.push(await cpuOf(compare));
  return Math.min(...costs);
}

const most = 1_500_000;
test('a text that is written in two ways is compared once with the dearest hash, as it was sent', async () => {
  const person = await withHash('Dear', hashOf(most, 'a ﬁne password'));
  const once = await one(most);
  expect(await cpuOf(() => signIn(person.email, 'a ﬁner password'))).toBeLessThan(1.8 * once);
  expect(await signIn(person.email, 'a ﬁne password')).toBe(200);
});

test('a text that is written in two ways is compared twice with others, and in no third one', async () => {
  const iterations = most / 2;
  const person = await withHash('Two', hashOf(iterations, 'ﬁ ǟ and more'.normalize('NFKC')));
  const once = await one(iterations);
  expect(await cpuOf(() => signIn(person.email, 'ﬁ ǟ and less'))).toBeLessThan(2.9 * once);
  expect(await signIn(person.email, 'ﬁ ǟ and more')).toBe(200);
});

describe('after a takeover', () => {
  const iterations = 1_000_000;
  const own = newPerson(service, 'Otto', 'Own');
  let once = 0;
  beforeAll(async () => {
    for (const name of ['A', 'B', 'C']) await withHash(name, hashOf(iterations));
    for (const name of ['D', 'E']) await withHash(name, 'md5$salt$420dc1d91f11b01b0927fd979af3b0f6');
    // It cannot be read, so it is nobody's work.
    for (const name of ['F', 'G', 'H', 'I']) await withHash(name, `bcrypt$$2b$13$${'a'.repeat(53)}`);
    await service.sql(`insert into taken_record (kind, id, content, state) values ('users', 1, '', '')`);
    await announceTakenOver(service.database);
    await until(async () => commonestOldHash() !== null, 'the count of what is left');
    once = await one(iterations);
  });
  afterAll(() => service.sql(`update users set password_hash = '!' where last_name <> 'Own'`));

  test('an unknown address does the work of the commonest hash that can be read', async () => {
    expect(await cpuOf(() => signIn('nobody@example.com', password))).toBeGreaterThan(0.7 * once);
  });

  test('so does a wrong password of an account whose hash was renewed, and a right one does not', async () => {
    const { email, password: right } = await own;
    expect(await cpuOf(() => signIn(email, `${right}x`))).toBeGreaterThan(0.7 * once);
    expect(await cpuOf(() => signIn(email, right))).toBeLessThan(0.7 * once);
  });

  test('and no longer once none is left', async () => {
    await service.sql(`update users set password_hash = '!' where last_name <> 'Own'`);
    await watchOldCredentials(service.database);
    expect(await cpuOf(() => signIn('nobody@example.com', password))).toBeLessThan(0.7 * once);
  });
});

test('nothing is computed for callers who have left, and their places in the line are free', async () => {
  const { email } = await withHash('Left', hashOf(most));
  const once = await one(most);
  const waiting = async () => {
    const { text } = await new Client(service.url, `Bearer ${metricsToken}`).sendTo('GET', '/metrics');
    return Number(/^runners_queue_waiting\{queue="passwords"[^}]*\} (\d+)/m.exec(text)?.[1]);
  };
  const body = JSON.stringify({ email, password: 'wrong' });
  const { port, hostname } = new URL(service.url);
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    return socket;
  });
  const spent = await cpuOf(async () => {
    for (const socket of sockets)
      socket.write(
        `POST /api/v1/account/login/ HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    await until(async () => (await waiting()) >= 15, 'fifteen that wait');
    for (const socket of sockets) socket.destroy();
    await until(async () => (await waiting()) === 0, 'an empty line');
    expect(await signIn('nobody@example.com', password)).toBe(400);
  });
  expect(spent).toBeLessThan(9 * once);
});
