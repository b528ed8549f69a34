import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Program } from './beside.ts';
import type { Contender } from './item-kinds.ts';
import { startServer } from './processes.ts';
import type { Server } from './processes.ts';
import { settings } from './settings.ts';

/** The service, maybe the build before and this one once more, and the floor, running on one database. */
export interface Stage {
  client: pg.Client;
  /** How the service was started. */
  program: Program;
  serverOf(contender: Contender): Server;
  stopServers(): Promise<void>;
}

const built = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The service on a seeded database, as `npm start` has it. @param environment variables besides those that are always set */
export async function programOn(
  databaseUrl: string,
  environment: Record<string, string> = {},
  main = built('../../../src/main.js'),
): Promise<Program> {
  return {
    arguments: ['--max-semi-space-size=32', ...settings.nodeArguments, '--enable-source-maps', main],
    environment: {
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: String(settings.connections),
      DATA_DIR: await mkdtemp(join(tmpdir(), 'bench-')),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      PORT: '0',
      RATE_LIMITS: 'off',
      SECRET_KEY: 'only for the benchmark',
      ...environment,
    },
  };
}

/**
 * Starts the servers on a seeded database.
 * @param before the folder of the build before, if it is compared with
 */
export async function startStage(databaseUrl: string, before: string | null = null): Promise<Stage> {
  const program = await programOn(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const servers = new Map<string, Server>();
  const start = async (name: string, { arguments: given, environment }: Program, folder?: string) =>
    servers.set(name, await startServer(given, environment, folder));
  await start('', program);
  await start('floor', {
    arguments: [built('./floor.js')],
    environment: { NODE_ENV: 'production', BENCH_DATABASE_URL: databaseUrl },
  });
  if (before !== null) {
    await start('again', await programOn(databaseUrl));
    await start('before', await programOn(databaseUrl, {}, join(before, 'dist/src/main.js')), before);
  }
  return {
    client,
    program,
    serverOf: (contender) =>
      (contender.startsWith('floor')
        ? servers.get('floor')
        : (servers.get(contender.split(', ')[1] ?? '') ?? servers.get(''))) as Server,
    stopServers: async () => void (await Promise.all([...servers.values()].map((server) => server.stop()))),
  };
}
