import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { extract } from '../extract/extract.ts';

/** A database of another service, which a test made and fills. */
export interface OtherDatabase {
  /** Its address, as `--from` takes it. */
  url: string;
  run(statement: string): Promise<unknown>;
  remove(): Promise<void>;
}

const postgres = process.env['TEST_DATABASE_URL'];
const mariadb = process.env['TEST_MARIADB_URL'] ?? 'mysql://root@127.0.0.1:3306/';

/**
 * Makes a database on the server of TEST_DATABASE_URL; null if it is not set.
 * @param options how it is created, like `encoding 'SQL_ASCII' …`
 */
export async function newPostgres(options = ''): Promise<OtherDatabase | null> {
  if (!postgres) return null;
  const name = `runners_other_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: postgres });
  await admin.connect();
  await admin.query(`create database ${name} ${options}`);
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return {
    url: url.href,
    run: async (statement) => (await client.query(statement)).rows,
    async remove() {
      await client.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Makes a database on the server of TEST_MARIADB_URL, or else on the MariaDB of this machine; null if none answers. */
export async function newMariadb(): Promise<OtherDatabase | null> {
  const name = `runners_other_${randomUUID().replaceAll('-', '')}`;
  const client = await createConnection({ uri: mariadb, connectTimeout: 2000 }).catch(() => null);
  if (!client) return null;
  await client.query(`create database ${name} character set utf8mb4`);
  await client.query(`use ${name}`);
  await client.query("set sql_mode = ''");
  const url = new URL(mariadb);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    run: async (statement) => (await client.query(statement))[0],
    async remove() {
      await client.query(`drop database ${name}`);
      await client.end();
    },
  };
}

/** A folder with statements, and what an extract makes of them. */
export interface Extracting {
  folder: string;
  /** The folder of the bundle. */
  bundle: string;
  /** Writes the statements, in the place of all others. */
  write(queries: Readonly<Record<string, string>>): Promise<void>;
  /** Extracts them into the bundle. Returns what was printed. */
  extract(from: string, files?: string): Promise<string[]>;
  /** The lines of a file of the bundle, as text. */
  lines(name: string): Promise<string[]>;
  remove(): Promise<void>;
}

/** Makes a folder for statements and a bundle. */
export async function newExtracting(): Promise<Extracting> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-extract-'));
  const [queries, bundle] = [join(folder, 'queries'), join(folder, 'bundle')];
  return {
    folder,
    bundle,
    async write(statements) {
      await rm(queries, { recursive: true, force: true });
      await mkdir(queries);
      for (const [name, text] of Object.entries(statements)) await writeFile(join(queries, `${name}.sql`), text);
    },
    async extract(from, files) {
      const printed: string[] = [];
      await rm(bundle, { recursive: true, force: true });
      await extract({
        from,
        queries,
        to: bundle,
        files: files === undefined ? [] : [files],
        print: (line) => printed.push(line),
      });
      return printed;
    },
    lines: async (name) => (await readFile(join(bundle, `${name}.jsonl`), 'utf8')).split('\n').slice(0, -1),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
