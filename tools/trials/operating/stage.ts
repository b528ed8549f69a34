import { appendFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPrimary, postgresAccount } from '../../../test/support/cluster/own-postgres.ts';
import type { OwnPostgres } from '../../../test/support/cluster/own-postgres.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { startProcess } from '../../../test/support/started-process.ts';
import type { StartedProcess } from '../../../test/support/started-process.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A PostgreSQL server that archives its log, and processes of the service, all for one run. */
export interface Stage {
  folder: string;
  /** The folder with the archived segments of the log. */
  archive: string;
  postgres: OwnPostgres & { data: string };
  /** Creates a database, and returns its URL. */
  newDatabase(name: string): Promise<string>;
  /** Starts a process and waits until it is ready. @param program `main.js` of another version */
  start(environment: Record<string, string>, program?: string): Promise<Running>;
  close(): Promise<void>;
}

/** A process of the service. */
export interface Running {
  url: string;
  process: StartedProcess;
  /** Ends it with SIGTERM, and returns its exit code. */
  stop(): Promise<number | null>;
}

export const secretKey = 'the secret key of this run';

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-operating-'));
  await chmod(folder, 0o755);
  const archive = join(folder, 'archive');
  const account = postgresAccount() ?? { uid: 0, gid: 0 };
  await mkdir(archive);
  await chown(archive, account.uid, account.gid);
  const postgres = (await newPrimary(join(folder, 'primary'), await freePort())) as Stage['postgres'];
  appendFileSync(
    join(postgres.data, 'postgresql.conf'),
    `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
  );
  await postgres.start();
  const started: StartedProcess[] = [];
  return {
    folder,
    archive,
    postgres,
    async newDatabase(name) {
      await postgres.sql('postgres', `create database ${name}`);
      return postgres.url(name);
    },
    async start(environment, program) {
      const port = environment['PORT'] ?? String(await freePort());
      const data = join(folder, 'data');
      const settings = { SECRET_KEY: secretKey, RATE_LIMITS: 'off', DEMO: 'off', ...environment, PORT: port };
      const running = startProcess(environment['DATA_DIR'] ?? data, settings, program);
      started.push(running);
      await running.prints('REST base');
      return {
        url: `http://127.0.0.1:${port}`,
        process: running,
        async stop() {
          running.kill('SIGTERM');
          return running.ended;
        },
      };
    },
    async close() {
      for (const running of started) running.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await postgres.crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Installs this version of the service in a folder, and optionally changes it into the next one, which has another migration.
 * @returns the path of its `main.js`
 */
export async function installVersion(folder: string, migration?: { name: string; sql: string }): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const part of ['dist', 'package.json']) await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  if (migration) {
    const list = join(folder, 'dist/src/platform/database/migrations/index.js');
    const text = await readFile(list, 'utf8');
    await writeFile(
      list,
      `import { Migration } from '@mikro-orm/migrations';\n${text}\n` +
        `class Next extends Migration { up() { this.addSql(${JSON.stringify(migration.sql)}); } }\n` +
        `migrationsList.push({ name: ${JSON.stringify(migration.name)}, class: Next });\n`,
    );
  }
  return join(folder, 'dist/src/main.js');
}
