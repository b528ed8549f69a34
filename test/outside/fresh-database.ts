import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from '../../src/platform/config.ts';

/** Where an empty database is: on the server that TEST_DATABASE_URL names, else embedded. */
export interface FreshDatabase {
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>;
  /** A folder of its own for mails. */
  folder: string;
  remove(): Promise<void>;
}

const server = process.env['TEST_DATABASE_URL'];

/** Makes an empty database; `lasting` is one that a second process can open when the first is gone. */
export async function freshDatabase(lasting: 'memory' | 'lasting' = 'memory'): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'mail-test-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (!server) {
    const dataDir = lasting === 'lasting' ? folder : 'memory://';
    return { config: { databaseUrl: undefined, databasePool: 1, dataDir }, folder, remove: removeFolder };
  }
  const name = `mail_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    config: { databaseUrl: url.href, databasePool: 4, dataDir: folder },
    folder,
    async remove() {
      await onServer(`drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
