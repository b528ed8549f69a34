/** The demo data is created at any hour of the day, and only under the specified settings. */
import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { pino } from 'pino';
import { playgroundExamples } from '../../schema/examples/playground-examples.ts';
import { readConfig } from '../../src/platform/config.ts';
import { demoComments } from '../../src/demo/demo-comments.ts';
import { demoRuns, endOf } from '../../src/demo/demo-runs.ts';
import { demoFriends } from '../../src/demo/demo-cast.ts';
import { startService } from '../../src/server/server.ts';
import { Client } from '../support/client.ts';
import { preparedDatabase } from '../support/prepared-database.ts';

const hours = Array.from({ length: 24 }, (_, hour) => `2026-11-21T${String(hour).padStart(2, '0')}`);
/** Every hour of a day, and what is odd about others. */
const moments = [
  ...hours.map((hour, i) => `${hour}:${['00', '04', '40'][i % 3]}:00Z`),
  '2026-11-23T00:05:00Z', // a Monday
  '2028-02-29T23:50:00Z',
  '2028-03-01T00:10:00Z',
  '2026-12-31T23:58:00Z',
  '2027-01-01T00:05:00Z',
  // Clocks change: in California, in Europe.
  '2026-03-08T09:58:00Z',
  '2026-03-08T10:05:00Z',
  '2026-11-01T08:30:00Z',
  '2026-11-01T09:30:00Z',
  '2026-03-29T00:58:00Z',
  '2026-03-29T01:05:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
];
const california = 'America/Los_Angeles';
const dayOf = (ms: number, zone: string) => DateTime.fromMillis(ms, { zone }).toISODate();
const midnight = (ms: number, zone: string) => DateTime.fromMillis(ms, { zone }).startOf('day').toMillis();
const friends = demoFriends.filter((pair) => pair.includes('demo')).flat();

describe('the runs of the demo data', () => {
  test.each(moments)('at %s', (moment) => {
    const now = new Date(moment);
    const ms = now.getTime();
    const runs = demoRuns(now);
    const posted = runs.map((run, i) => ({ run, postId: i, postedMs: Math.min(endOf(run) + 300_000, ms) }));

    for (const name of ['demo', 'priya']) {
      const mine = runs.filter(({ runner }) => runner.name === name);
      const last = mine.at(-1)!;
      expect(last).toMatchObject({ privacy: 'public', haunt: expect.anything() as unknown });
      expect(last.meters).toBeGreaterThan(200);
      for (const zone of ['UTC', california])
        if (ms - Math.max(midnight(ms, 'UTC'), midnight(ms, california)) >= 180_000)
          expect(dayOf(last.startMs, zone)).toBe(dayOf(ms, zone));
        else expect(ms - last.startMs).toBeLessThan(3_600_000);
      for (const [i, run] of mine.entries()) if (i > 0) expect(run.startMs).toBeGreaterThan(endOf(mine[i - 1]!));
    }
    expect(runs.every((run) => endOf(run) < ms)).toBe(true);

    const feed = posted.filter(
      ({ run }) => run.runner.name === 'demo' || (friends.includes(run.runner.name) && run.privacy !== 'private'),
    );
    expect(feed.slice(-10).map(({ run }) => run.privacy)).not.toContain('private');
    const comments = demoComments(posted, now);
    for (const name of ['demo', 'priya'])
      expect(comments.map(({ postId }) => posted[postId]!)).toContain(
        posted.findLast(({ run }) => run.runner.name === name),
      );
    for (const { postId, name, writtenMs } of comments) {
      const { run, postedMs } = posted[postId]!;
      expect(run.privacy).not.toBe('private');
      const author = run.runner.name;
      if (name !== author) expect(demoFriends.some((pair) => pair.includes(name) && pair.includes(author))).toBe(true);
      expect(writtenMs).toBeGreaterThan(postedMs - 10_000);
      expect(writtenMs).toBeLessThan(ms);
    }
  });
});

interface Feed {
  feedType: string;
  nodes: Array<{
    likers: number[];
    commentCount: number;
    createdDate: string;
    pictures: unknown[];
    comments: { nodes: Array<{ submitDate: string }> };
    workout: { runDate: string } | null;
  }>;
}

// Demo data are made in the embedded database only.
const onEmbedded = process.env['TEST_DATABASE_URL'] ? describe.skip : describe;

onEmbedded('the first page of each feed looks alive', () => {
  test.each(['2026-11-23T00:05:00Z', '2028-02-29T23:50:00Z', '2026-11-21T12:00:00Z'])('at %s', async (moment) => {
    const now = new Date(moment);
    const { environment, image } = await preparedDatabase();
    const service = await startService(readConfig(environment), pino({ level: 'error' }), {
      now: () => now,
      demo: true,
      ...(image ? { image } : {}),
    });
    try {
      const robin = new Client(service.url, `Bearer ${service.demo?.apiKey}`);
      for (const type of ['FRIENDS', 'LOCAL', 'FEATURED', 'PROFILE']) {
        const { data, errors } = await robin.graphql<{ feed: Feed }>(
          `{ feed(type: ${type}) { feedType nodes { likers commentCount createdDate pictures { id }
             comments { nodes { submitDate } } workout { runDate } } } }`,
        );
        expect(errors).toEqual([]);
        const { feedType, nodes } = data!.feed;
        expect(feedType).toBe(type);
        expect(nodes.length).toBeGreaterThan(4);
        expect(nodes[0]?.workout?.runDate.slice(0, 10)).toBe(moment.slice(0, 10));
        expect(nodes.slice(0, 5).every(({ likers }) => likers.length > 0)).toBe(true);
        expect(nodes.some(({ pictures }) => pictures.length > 0)).toBe(true);
        expect(nodes.filter(({ commentCount }) => commentCount > 0).length).toBeGreaterThan(1);
        const created = nodes.map(({ createdDate }) => createdDate);
        expect(created).toEqual(created.toSorted().toReversed());
        expect(created.every((date) => Date.parse(date) <= now.getTime())).toBe(true);
        for (const { commentCount, comments } of nodes) {
          expect(comments.nodes).toHaveLength(commentCount);
          const dates = comments.nodes.map(({ submitDate }) => submitDate);
          expect(dates).toEqual(dates.toSorted());
          expect(dates.every((date) => Date.parse(date) <= now.getTime())).toBe(true);
        }
      }
      const examplesOf = { password: service.demo!.password, ids: await service.demo!.examples() };
      for (const { query, variables } of playgroundExamples(examplesOf, now)) {
        if (query.includes('subscription ')) continue;
        const answer = await robin.graphql(query, JSON.parse(variables ?? '{}') as Record<string, unknown>);
        expect([query, answer.errors]).toEqual([query, []]);
        // The first answer about changes is a position, and that everything is to be read.
        expect(JSON.stringify(answer.data)).not.toMatch(/(?<!"reset":true,"changes":)\[\]|^\{\}$/);
      }
    } finally {
      await service.stop();
    }
  });
});

describe('demo data', () => {
  test.each<[Record<string, string>, string]>([
    [{}, 'people and staff'],
    [{ HOST: 'localhost' }, 'people and staff'],
    [{ HOST: '127.0.0.53' }, 'people and staff'],
    [{ HOST: '::1' }, 'people and staff'],
    [{ HOST: '0.0.0.0' }, 'none'],
    [{ HOST: '::' }, 'none'],
    [{ HOST: '127.0.0.1.example' }, 'none'],
    [{ HOST: '192.0.2.1' }, 'none'],
    [{ PUBLIC_URL: 'https://runners.example' }, 'none'],
    [{ DEMO: 'off' }, 'none'],
    [{ DEMO: 'on' }, 'people and staff'],
    [{ DEMO: 'on', HOST: '0.0.0.0' }, 'people'],
    [{ DEMO: 'on', PUBLIC_URL: 'https://runners.example' }, 'people'],
  ])('with %j are: %s', (environment, demo) => {
    expect(readConfig(environment).demo).toBe(demo);
  });
});
