import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { memoryOf, startServer } from '../bench/processes.ts';
import type { Server } from '../bench/processes.ts';
import { programOn } from '../bench/stage.ts';
import { settings } from './settings.ts';

const collecting = fileURLToPath(new URL('../bench/live/gc-on-signal.js', import.meta.url));
/** A collection of garbage, and the return of its memory to the system. */
const collectionMs = 3000;

/** Two processes of the service on one database, each with a port of its own. */
export class TwoServices {
  readonly servers: readonly [Server, Server];
  readonly #folders: readonly string[];

  private constructor(servers: readonly [Server, Server], folders: readonly string[]) {
    this.servers = servers;
    this.#folders = folders;
  }

  static async start(databaseUrl: string): Promise<TwoServices> {
    const servers: Server[] = [];
    const folders: string[] = [];
    // One after the other: the first one migrates the database.
    for (let n = 0; n < 2; n++) {
      const { arguments: program, environment } = await programOn(databaseUrl, {
        DATABASE_POOL: '16',
        LOG_LEVEL: 'warn',
        ...(settings.redis === '' ? {} : { REDIS_URL: settings.redis }),
      });
      folders.push(environment['DATA_DIR'] ?? '');
      servers.push(await startServer(['--expose-gc', '--import', collecting, ...program], environment));
    }
    return new TwoServices(servers as [Server, Server], folders);
  }

  /** Resident kB of both together, after collecting what is no longer used. */
  async memory(): Promise<number> {
    for (let n = 0; n < 2; n++) {
      for (const { pid } of this.servers) process.kill(pid, 'SIGUSR2');
      await sleep(collectionMs);
    }
    return this.servers.reduce((sum, { pid }) => sum + memoryOf(pid) * 1024, 0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }
}
