import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { newFolder, startProcess } from '../../../test/support/started-process.ts';
import type { StartedProcess } from '../../../test/support/started-process.ts';
import { makePeople } from './people.ts';
import type { Account } from './people.ts';

/** The service under attack, as `npm start` runs it, with the default settings on a PostgreSQL database of its own. */
export interface Stage {
  /** Base of the service's URLs. */
  url: string;
  service: StartedProcess;
  /** The database, besides the service. */
  database: Client;
  /** Accounts with keys; the account with id 1 comes first. */
  accounts: Account[];
  /** The longest stretch for which the service was busy with one thing since a Unix time, milliseconds of CPU time. */
  longestStretch(since: number): number;
  close(): Promise<void>;
}

/** The URL of the PostgreSQL server. */
export const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** @throws Error when no PostgreSQL server answers */
export async function openStage(): Promise<Stage> {
  const name = `runners_attacks_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const [folder, removeFolder] = await newFolder();
  const stretches = join(folder, 'stretches');
  const service = startProcess(folder, {
    DATABASE_URL: address.href,
    SECRET_KEY: 'only for attacks, never elsewhere',
    LOG_LEVEL: 'fatal',
    PLAYGROUND: 'on',
    NODE_OPTIONS: `--max-semi-space-size=32 --import ${fileURLToPath(new URL('./stretches.js', import.meta.url))}`,
    STRETCHES: stretches,
  });
  await service.prints('REST base');
  const url = new URL(/REST base\s+(\S+)/.exec(service.stdout())?.[1] ?? '').origin;
  const database = new Client({ connectionString: address.href });
  await database.connect();
  return {
    url,
    service,
    database,
    accounts: await makePeople(database),
    longestStretch(since) {
      const lines = readFileSync(stretches, 'latin1').split('\n');
      const seen = lines.map((line) => line.split(' ').map(Number)).filter(([at = 0]) => at > since);
      return Math.max(0, ...seen.map(([, ms = 0]) => ms));
    },
    async close() {
      service.kill('SIGTERM');
      await service.ended;
      await database.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await removeFolder();
    },
  };
}

/** Resident memory of a process, megabytes; null where the system does not say. */
export function memoryOf(pid: number): number | null {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024;
  } catch {
    return null;
  }
}
