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

/** The service and the floor, running on one database. */
export interface Stage {
  client: pg.Client;
  /** How the service was started. */
  program: Program;
  serverOf(contender: Contender): Server;
  stopServers(): Promise<void>;
}

const built = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The service on a seeded database, as `npm start` has it. @param environment variables besides those that are always set */
export async function programOn(databaseUrl: string, environment: Record<string, string> = {}): Promise<Program> {
  return {
    arguments: [
      '--max-semi-space-size=32',
      ...settings.nodeArguments,
      '--enable-source-maps',
      built('../../../src/main.js'),
    ],
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

/** Starts both servers on a seeded database. */
export async function startStage(databaseUrl: string): Promise<Stage> {
  const program = await programOn(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const service = await startServer(program.arguments, program.environment);
  const floor = await startServer([built('./floor.js')], { NODE_ENV: 'production', BENCH_DATABASE_URL: databaseUrl });
  return {
    client,
    program,
    serverOf: (contender) => (contender.startsWith('floor') ? floor : service),
    stopServers: async () => void (await Promise.all([service.stop(), floor.stop()])),
  };
}
