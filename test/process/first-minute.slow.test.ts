/**
 * The service starts in an empty folder and creates demo data. The file next-starts.slow.test.ts covers the following
 * starts.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newFolder, printedValue, startProcess, untilReady } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';
import { freePort } from '../support/free-port.ts';
import { earlyAnswers } from './early-answers.ts';
import { execute, password, runCurl } from './demo-start.ts';

describe('the first start on an empty folder', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let started: StartedProcess;
  let early: string[];

  beforeAll(async () => {
    [folder, remove] = await newFolder();
    const port = await freePort();
    started = startProcess(folder, { PORT: String(port) });
    [early] = await Promise.all([earlyAnswers(port), untilReady(started)]);
  });

  afterAll(async () => {
    started.kill('SIGKILL');
    await started.ended;
    await remove();
  });

  // A service listens before its demo data are made.
  test('tells whoever comes while it starts to come again', () => {
    expect(early).toEqual(['HTTP/1.1 503 Service Unavailable', 'HTTP/1.1 200 OK']);
  });

  test('prints addresses, a demo account and a curl line, and nothing else', () => {
    const shape = started
      .stdout()
      .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
      .replaceAll(/runner_\w+/g, 'USERNAME')
      .replaceAll(/[\w-]{43}/g, 'KEY')
      .replaceAll(/(?<=Password {3})[\w-]{16}/g, 'PASSWORD');
    expect(shape).toBe(`
Runners is ready.

  Start page   http://HOST/
  Playground   http://HOST/graphql
  REST base    http://HOST/api/v1

  Demo account (the playground is signed in with it)
    E-mail     demo@example.com
    Password   PASSWORD
    Username   USERNAME
    Key        KEY

  Paste this to read its friends feed over REST:

curl -H 'Authorization: ApiKey USERNAME:KEY' 'http://HOST/api/v1/post/?type=friends&limit=3'

`);
    expect(started.stderr()).toBe('');
  });

  test('writes files that other users of the machine cannot read', async () => {
    const names = await readdir(folder, { recursive: true });
    const open = [];
    for (const name of names) if ((await stat(join(folder, name))).mode & 0o077) open.push(name);
    expect(names.length).toBeGreaterThan(100);
    expect(open).toEqual([]);
  });

  test('prints a curl line that reads the friends feed', async () => {
    const { objects } = await runCurl(started.stdout());
    expect(objects).toHaveLength(3);
    expect(objects[0]?.workout.title).not.toBe('');
  });

  test('has a demo account that can sign in with its password', async () => {
    const { signIn } = await execute<{ signIn: { apiKey: string; username: string } }>(
      started,
      `mutation { signIn(input: { email: "demo@example.com", password: "${password(started)}" }) { apiKey username } }`,
    );
    expect(signIn.username).toBe(printedValue(started.stdout(), 'Username'));
    const { me } = await execute<{ me: { firstName: string; stats: { totalDistanceInMeters: number } } }>(
      started,
      '{ me { firstName stats { totalDistanceInMeters } } }',
      signIn.apiKey,
    );
    expect(me.firstName).toBe('Robin');
    expect(me.stats.totalDistanceInMeters).toBeGreaterThan(20_000);
  });

  test('has demo data in every feed, with routes, friends and requests', async () => {
    const key = printedValue(started.stdout(), 'Key');
    const data = await execute<{
      friends: { nodes: Array<{ author: { firstName: string }; createdDate: string; likers: number[] }> };
      local: { feedType: string; nodes: Array<{ author: { profile: { locationName: string } } }> };
      featured: { nodes: Array<{ author: { firstName: string } }> };
      workouts: { totalCount: number; nodes: Array<{ polyline: string; track: unknown[] | null }> };
      me: { pendingFriendRequests: number; unreadMessages: number };
      conversations: { nodes: Array<{ recipients: unknown[] }> };
      favoriteRoutes: { nodes: Array<{ staticMapUrl: string }> };
      eventParticipants: { nodes: Array<{ totalMilesLogged: number; active: boolean; amountPerMile: number }> };
    }>(
      started,
      `{ friends: feed(first: 100) { nodes { author { firstName } createdDate likers } }
         local: feed(type: LOCAL) { feedType nodes { author { profile { locationName } } } }
         featured: feed(type: FEATURED) { nodes { author { firstName } } }
         workouts { totalCount nodes { polyline track } }
         me { pendingFriendRequests unreadMessages } conversations { nodes { recipients { id } } } favoriteRoutes { nodes { staticMapUrl } }
         eventParticipants { nodes { totalMilesLogged active amountPerMile } } }`,
      key,
    );
    expect(new Set(data.friends.nodes.map(({ author }) => author.firstName)).size).toBeGreaterThanOrEqual(6);
    expect(data.friends.nodes.some(({ likers }) => likers.length > 1)).toBe(true);
    const dates = data.friends.nodes.map(({ createdDate }) => createdDate);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(data.local.feedType).toBe('LOCAL');
    expect(data.local.nodes.every(({ author }) => author.profile.locationName.endsWith(', CA'))).toBe(true);
    expect(new Set(data.featured.nodes.map(({ author }) => author.firstName)).size).toBeGreaterThanOrEqual(2);
    expect(data.workouts.totalCount).toBeGreaterThanOrEqual(6);
    expect(data.workouts.nodes.some(({ polyline, track }) => polyline.length > 50 && track!.length > 100)).toBe(true);
    expect(data.me.pendingFriendRequests).toBe(2);
    expect(data.me.unreadMessages).toBeGreaterThan(2);
    expect(data.conversations.nodes.map(({ recipients }) => recipients.length).sort()).toEqual([2, 3]);
    expect(data.favoriteRoutes.nodes.length).toBeGreaterThanOrEqual(2);
    for (const { staticMapUrl } of data.favoriteRoutes.nodes) expect((await fetch(staticMapUrl)).status).toBe(200);
    expect(data.eventParticipants.nodes.length).toBeGreaterThanOrEqual(3);
    expect(data.eventParticipants.nodes.some((one) => one.active && one.totalMilesLogged > 5)).toBe(true);
    expect(data.eventParticipants.nodes.some((one) => one.amountPerMile === 0.75)).toBe(true);
  });

  test('reports a second process on the folder in one sentence', async () => {
    const second = startProcess(folder);
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toBe(
      `DATA_DIR: the database in ${folder} is open in another process; stop that one, or choose another folder\n`,
    );
  });
});
