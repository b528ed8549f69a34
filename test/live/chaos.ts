import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { TestSocket } from '../support/live.ts';
import { newFolder, startProcess } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';

/** A whole number from 0 up to below `below`. */
export const dice = (below: number): number => Math.floor(Math.random() * below);

/** Processes of the service on one database, some of which may be dead at any time. */
export class Fleet {
  readonly #environment: Record<string, string>;
  readonly #running = new Map<StartedProcess, string>();
  readonly #folders: (() => Promise<void>)[] = [];
  kills = 0;

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  async start(): Promise<void> {
    const [folder, remove] = await newFolder();
    this.#folders.push(remove);
    const started = startProcess(folder, this.#environment);
    await started.prints('/graphql');
    const url = /(http:\/\/\S+?)\/graphql/.exec(started.stdout())?.[1] ?? '';
    this.#running.set(started, url);
    void started.ended.then(() => this.#running.delete(started));
  }

  /** Kills one without warning and starts another in its place. */
  async replaceOne(): Promise<void> {
    const [started] = [...this.#running.keys()].slice(dice(this.#running.size));
    if (!started) return;
    this.kills++;
    this.#running.delete(started);
    started.kill('SIGKILL');
    await started.ended;
    await this.start();
  }

  /** The address of one that runs. */
  url(): string {
    const urls = [...this.#running.values()];
    return urls[dice(urls.length)] ?? '';
  }

  async stop(): Promise<void> {
    for (const started of this.#running.keys()) started.kill('SIGKILL');
    await Promise.all([...this.#running.keys()].map(({ ended }) => ended));
    await Promise.all(this.#folders.map((remove) => remove()));
  }
}

/** A Redis of its own; null where there is none on this machine. */
export async function startRedis(port: number): Promise<ChildProcess | null> {
  // Without faketime, which it does not bear (shifted-clock.sh).
  const env = { PATH: process.env['PATH'] };
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = spawn('redis-server', settings, { env, stdio: 'pipe' });
  const failed = once(redis, 'error').then(
    () => false,
    () => false,
  );
  const ready = (async () => {
    for await (const text of redis.stdout) if (String(text).includes('Ready to accept')) return true;
    return false;
  })();
  return (await Promise.race([failed, ready])) ? redis : null;
}

/** Somebody who listens, is cut off at random, and goes on somewhere else after the last cursor. */
export class Restless {
  readonly person: Person;
  readonly cursors: string[] = [];
  readonly ids: number[] = [];
  reconnects = 0;
  readonly errors: string[] = [];
  /** How the last connections went, for the report when something is missing. */
  readonly #went: string[] = [];
  readonly #query: string;
  readonly #from: string;
  #stopped = false;
  #socket: TestSocket | undefined;
  readonly #done: Promise<void>;

  /** @param idOf reads from an event the id of what it tells of */
  constructor(person: Person, fleet: Fleet, query: string, after: string, idOf: (event: Mapping) => number) {
    this.person = person;
    this.#query = query;
    this.#from = after;
    this.#done = this.#run(fleet, query, after, idOf);
  }

  async #run(fleet: Fleet, query: string, from: string, idOf: (event: Mapping) => number): Promise<void> {
    while (!this.#stopped) {
      const [began, received] = [Date.now(), this.ids.length];
      const url = fleet.url();
      if (url === '') {
        await sleep(100);
        continue;
      }
      const socket = new TestSocket(url);
      this.#socket = socket;
      await Promise.race([socket.init({ authorization: this.person.authorization }).catch(() => {}), socket.closed]);
      if (socket.raw.readyState === 1) {
        socket.raw.on('message', (data: Buffer) => {
          const { type, payload } = JSON.parse(String(data)) as {
            type: string;
            payload?: { data?: Record<string, Mapping>; errors?: unknown };
          };
          if (type === 'error' || payload?.errors) this.errors.push(JSON.stringify(payload));
          for (const event of type === 'next' ? Object.values(payload?.data ?? {}) : []) {
            this.cursors.push(String(event['cursor']));
            this.ids.push(idOf(event));
          }
        });
        socket.operate(query, { after: this.cursors.at(-1) ?? from });
        await Promise.race([socket.closed, sleep(1000 + dice(9000), undefined, { ref: false })]);
      } else await sleep(dice(500));
      this.reconnects++;
      // Not politely: what is under way is lost.
      if (!this.#stopped) socket.raw.terminate();
      const { code } = await socket.closed;
      const acknowledged = socket.messages.all.some(({ type }) => type === 'connection_ack');
      this.#went.push(
        `${url} ${Date.now() - began} ms, ${acknowledged ? 'acknowledged' : 'refused'}, ${this.ids.length - received} events, ${code}`,
      );
      if (this.#went.length > 5) this.#went.shift();
    }
  }

  /** For the report when it lacks something: its last connections, and what a fresh one brings from its last cursor. */
  async examine(fleet: Fleet): Promise<string> {
    const after = this.cursors.at(-1) ?? this.#from;
    const socket = await new TestSocket(fleet.url()).init({ authorization: this.person.authorization });
    const live = socket.operate(this.#query, { after });
    await sleep(10_000);
    socket.raw.terminate();
    const position = Buffer.from(after, 'base64url').toString();
    return `last cursor ${position}; a fresh connection brings ${live.events.length}; ${this.#went.join('; ')}`;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#socket?.raw.terminate();
    await this.#done;
  }
}
