import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  newPrimary,
  newStandby,
  postgresAccount,
  postgresPrograms,
} from '../../../test/support/cluster/own-postgres.ts';
import type { OwnPostgres } from '../../../test/support/cluster/own-postgres.ts';
import { freePort } from '../../../test/support/free-port.ts';

/** A primary and a standby that follows it, in a temporary folder. */
export interface OwnServers {
  primary: OwnPostgres;
  standby: OwnPostgres;
  folder: string;
  /** Ends them and removes the folder. */
  close(): Promise<void>;
}

/** Whether the programs of PostgreSQL and an account that runs them exist here. */
export const hasPostgres = postgresPrograms() !== null && postgresAccount() !== null;

/** Starts a primary with an empty database, and a standby of it. */
export async function startServers(database: string): Promise<OwnServers> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-cluster-'));
  await chmod(folder, 0o755);
  const primary = await newPrimary(join(folder, 'primary'), await freePort());
  await primary.start();
  if (database !== 'postgres') await primary.sql('postgres', `create database ${database}`);
  const standby = await newStandby(join(folder, 'standby'), await freePort(), primary);
  await standby.start();
  return {
    primary,
    standby,
    folder,
    async close() {
      for (const server of [standby, primary]) {
        server.thaw();
        await server.crash();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
