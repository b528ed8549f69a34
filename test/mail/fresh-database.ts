import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/platform/config.ts';
import type { Config } from '../../src/platform/config.ts';
import type { DatabaseFiles } from '@runners/postgres';
import { preparedDatabase } from '../support/prepared-database.ts';

/** A database without a service. */
export interface FreshDatabase {
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databasePool' | 'dataDir' | 'driver'>;
  /** What one in memory starts from. */
  image?: DatabaseFiles;
  /** A folder of its own for mails. */
  folder: string;
  remove(): Promise<void>;
}

/** Makes one; `lasting` is one that a second process can open when the first is gone. */
export async function freshDatabase(lasting: 'memory' | 'lasting' = 'memory'): Promise<FreshDatabase> {
  const prepared = await preparedDatabase(lasting);
  const folder = await mkdtemp(join(tmpdir(), 'mail-test-'));
  const { databaseUrl, databaseDirectUrl, databasePool, dataDir, driver } = readConfig(prepared.environment);
  return {
    config: { databaseUrl, databaseDirectUrl, databasePool, dataDir, driver },
    ...(prepared.image ? { image: prepared.image } : {}),
    folder,
    async remove() {
      await prepared.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
