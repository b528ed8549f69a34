import './defaults.ts';
import { dropMade } from './databases.ts';
import { measureEvents } from './events.ts';
import { measureFriends } from './friends.ts';
import { measurePosts } from './posts.ts';
import { originNow, writePoints } from './results.ts';
import type { Point } from './results.ts';
import { settings } from './settings.ts';
import type { Part } from './settings.ts';
import { measureSockets } from './sockets.ts';
import { measureWorkers } from './workers.ts';
import { need } from '../../../test/support/needs.ts';

/*
 * npx runners scaling          measures how the service grows, and writes tools/trials/scaling/results/<part>.json after each figure
 * npx runners scaling-page     draws docs/images/scaling/*.svg and prints the tables of docs/scaling.md from those files
 *
 * SCALING=workers,posts,friends,sockets,events names the parts to run; all by default. SCALING_SIZE=small has them take about a
 * minute each, with small sizes. Sizes: SCALING_WORKERS=1,2,4; SCALING_POSTS=10000000 (about ten minutes of seeding, 15 GB);
 * SCALING_BASE (posts of the database for workers and friends); SCALING_FRIENDS; SCALING_SOCKETS (with `ulimit -n 20000`);
 * SCALING_RATE, SCALING_SECONDS, SCALING_RETENTION (messages a second, for how long, and after how many seconds they are pruned).
 * BENCH_ROUNDS, BENCH_SECONDS and BENCH_CONNECTIONS are those of `npm run bench`. SCALING_SERVER is a PostgreSQL server on this machine, and
 * SCALING_REDIS a Redis. The databases runners_scaling_… are dropped at the end, except with SCALING_KEEP=on.
 */
const measures: Readonly<Record<Part, (report: (points: Point[]) => void) => Promise<void>>> = {
  workers: measureWorkers,
  posts: measurePosts,
  friends: measureFriends,
  sockets: measureSockets,
  events: measureEvents,
};

async function run(): Promise<void> {
  await need('scaling', { server: { url: settings.server, variable: 'SCALING_SERVER' } });
  try {
    for (const part of settings.parts) {
      const origin = originNow(part);
      console.log(`${part}: ${origin.machine}, load average ${origin.load}`);
      const all: Point[] = [];
      await measures[part]((points) => {
        for (const { key, ...figures } of points)
          console.log(
            `  ${key}: ${Object.entries(figures)
              .map(([name, value]) => `${name} ${value}`)
              .join(', ')}`,
          );
        all.push(...points);
        writePoints(part, origin, all);
      });
    }
  } finally {
    await dropMade();
  }
}

process.once('SIGINT', () => void dropMade().finally(() => process.exit(130)));
await run();
