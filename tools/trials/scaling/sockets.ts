import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seedSubscribers, sendAsAuthor } from '../bench/live/audience.ts';
import { reportOf } from '../bench/live/contender.ts';
import { monotonic } from '../bench/live/monotonic.ts';
import type { Order } from '../bench/live/subscribers.ts';
import { quantile } from '../bench/quantile.ts';
import { workoutBody } from '../../../test/support/workouts.ts';
import { emptyDatabase } from './databases.ts';
import { rounded } from './results.ts';
import type { Point } from './results.ts';
import { settings } from './settings.ts';
import { TwoServices } from './two-services.ts';

const query =
  'subscription { feedPostAdded { cursor post { id body author { id firstName lastName } workout { id title } } } }';
/** Clients of a process. Each process has a loopback address of its own, with its own range of ports. */
const socketsOfClient = 4500;
/** Subscriptions that are open before memory is read: they take what is loaded and compiled once. */
const beforehand = 40;
const posts = 5;

/** Memory of idle subscriptions on two processes, and the time until the last of them receives a post. */
export async function measureSockets(report: (points: Point[]) => void): Promise<void> {
  const url = await emptyDatabase('sockets');
  const services = await TwoServices.start(url);
  const clients = new Clients(services, settings.sockets.at(-1) ?? 0);
  try {
    await seedSubscribers(url);
    await clients.grow(beforehand);
    await clients.publish();
    const idle = await services.memory();
    for (const sockets of settings.sockets) {
      await clients.grow(sockets);
      const memory = await services.memory();
      const times: number[] = [];
      for (let n = 0; n < posts; n++) times.push(await clients.publish());
      report([
        {
          key: String(sockets),
          sockets,
          processes: 2,
          memoryMB: Math.round(memory / 1024),
          kBPerSocket: rounded((memory - idle) / (sockets - beforehand)),
          msToLast: rounded(quantile(times, 0.5)),
        },
      ]);
    }
  } finally {
    clients.stop();
    await services.stop();
  }
}

/** Processes with subscribers, half of them at each service. */
class Clients {
  readonly #services: TwoServices;
  readonly #processes: ChildProcess[];
  #each = 0;

  constructor(services: TwoServices, sockets: number) {
    this.#services = services;
    const program = fileURLToPath(new URL('../bench/live/subscribers.js', import.meta.url));
    const count = 2 * Math.max(1, Math.ceil(sockets / 2 / socketsOfClient));
    this.#processes = Array.from({ length: count }, () => fork(program));
  }

  /** Has this number of subscriptions in all. */
  async grow(sockets: number): Promise<void> {
    const each = Math.ceil(sockets / this.#processes.length);
    await Promise.all(
      this.#processes.map((client, n) => {
        const port = this.#services.servers[n % 2]?.port;
        const connected = reportOf<{ connected: number }>(client);
        client.send({
          connect: {
            url: `ws://127.0.0.1:${port}/graphql`,
            first: this.#each * this.#processes.length + n * (each - this.#each),
            count: each - this.#each,
            query,
            localAddress: `127.0.0.${n + 2}`,
          },
        } satisfies Order);
        return connected;
      }),
    );
    this.#each = each;
    // The last subscriptions are begun.
    await sleep(3000);
  }

  /** Publishes a post. @returns milliseconds until the last subscription has received it */
  async publish(): Promise<number> {
    for (const client of this.#processes) client.send({ expect: this.#each } satisfies Order);
    await sleep(100);
    const received = this.#processes.map((client) => reportOf<{ last: number }>(client));
    const begin = monotonic();
    const body = workoutBody({ post_body: 'A short run.', privacy: 'friends' });
    await sendAsAuthor(this.#services.servers[0].port, 'workout', body);
    return Math.max(...(await Promise.all(received)).map(({ last }) => last)) - begin;
  }

  stop(): void {
    for (const client of this.#processes) client.removeAllListeners().kill('SIGKILL');
  }
}
