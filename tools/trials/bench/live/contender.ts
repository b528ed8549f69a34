import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuOf, memoryOf, startServer } from '../processes.ts';
import type { Server } from '../processes.ts';
import { monotonic } from './monotonic.ts';
import type { Order, Report } from './subscribers.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const crowds = 4;

/** A server with its subscribers, which live in processes of their own. */
export class Contender {
  readonly server: Server;
  readonly #crowds: ChildProcess[];
  readonly #query: string;
  readonly #publish: (server: Server) => Promise<unknown>;
  #count = 0;
  #stopped: Promise<void> | null = null;

  private constructor(server: Server, query: string, publish: (server: Server) => Promise<unknown>) {
    this.server = server;
    this.#query = query;
    this.#publish = publish;
    this.#crowds = Array.from({ length: crowds }, () => fork(here('subscribers.js')));
  }

  static async start(
    program: string,
    environment: Record<string, string>,
    query: string,
    publish: (server: Server) => Promise<unknown>,
  ): Promise<Contender> {
    const node = ['--expose-gc', '--import', here('gc-on-signal.js')];
    return new Contender(await startServer([...node, here(program)], environment), query, publish);
  }

  /** Has so many subscribers in all. */
  async grow(count: number): Promise<void> {
    const more = Math.floor((count - this.#count) / crowds);
    await Promise.all(
      this.#crowds.map((crowd, i) =>
        this.#order<{ connected: number }>(crowd, {
          connect: {
            url: `ws://127.0.0.1:${this.server.port}/graphql`,
            first: this.#count + i * more,
            count: more,
            query: this.#query,
          },
        }),
      ),
    );
    this.#count += more * crowds;
    // The last subscriptions are begun.
    await sleep(3000);
  }

  /** Resident kB, after collecting what is no longer used. */
  async memory(): Promise<number> {
    for (let i = 0; i < 2; i++) {
      process.kill(this.server.pid, 'SIGUSR2');
      await sleep(3000);
    }
    return memoryOf(this.server.pid) * 1024;
  }

  /** Publishes posts one after the other: milliseconds until the last subscriber has the last, CPU of the server. */
  async publish(posts: number): Promise<{ ms: number; cpu: number; deliveries: number }> {
    for (const crowd of this.#crowds) crowd.send({ expect: (this.#count / crowds) * posts } satisfies Order);
    await sleep(100);
    const last = this.#crowds.map((crowd) => reportOf<{ last: number }>(crowd));
    const [cpu, begin] = [cpuOf(this.server.pid), monotonic()];
    for (let i = 0; i < posts; i++) await this.#publish(this.server);
    const times = await Promise.all(last);
    const ms = Math.max(...times.map((report) => report.last)) - begin;
    await sleep(300);
    return { ms, cpu: cpuOf(this.server.pid) - cpu, deliveries: this.#count * posts };
  }

  stop(): Promise<void> {
    for (const crowd of this.#crowds) crowd.removeAllListeners().kill('SIGKILL');
    return (this.#stopped ??= this.server.stop());
  }

  #order<Answer extends Report>(crowd: ChildProcess, order: Order): Promise<Answer> {
    const answer = reportOf<Answer>(crowd);
    crowd.send(order);
    return answer;
  }
}

/** What a process of subscribers reports next. @throws Error when it ends before */
export function reportOf<Answer extends Report>(crowd: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a process of subscribers ended'));
    crowd.once('exit', ended);
    crowd.once('message', (report) => {
      crowd.off('exit', ended);
      resolve(report as Answer);
    });
  });
}
