/** The doctor (`npx runners doctor`) prints one line for each requirement of the service, with advice if a check fails. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { restoredRelease } from '../upgrades/releases.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { runSql } from '../support/run-sql.ts';
import { inherited, newFolder } from '../support/started-process.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';

const program = fileURLToPath(new URL('../../src/process/doctor.js', import.meta.url));
const secret = { SECRET_KEY: 'a secret of the tests of the doctor' };
const [folder, removeFolder] = await newFolder();
afterAll(removeFolder);

/** Runs the doctor. Returns its output and its exit code. */
async function doctor(environment: Record<string, string>): Promise<{ code: number | null; says: string }> {
  const child = spawn(process.execPath, [program], {
    env: { ...inherited, DATA_DIR: join(folder, 'new'), ...environment },
  });
  let says = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (says += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (says += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, says };
}

/** Starts a server that accepts connections and sends nothing, or one sentence. */
async function peer(sentence = ''): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    if (sentence) socket.end(sentence);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

test('reports that no check has failed, and leaves no files behind', async () => {
  const { code, says } = await doctor({});
  expect(says).toMatch(/^ok {7}database: The embedded/m);
  expect(says).toMatch(/No check has failed\.\n$/);
  expect(code).toBe(0);
  await mkdir(join(folder, 'new'));
});

describe('the doctor reports errors with advice', () => {
  const faults: [Record<string, string>, RegExp[]][] = [
    [{ PORT: 'eighty' }, [/^ERROR {4}configuration: PORT: must be a number\. Correct this variable/m]],
    [
      { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x', ...secret },
      [/^ERROR {4}database: .*ECONNREFUSED.*\. Start PostgreSQL/m],
    ],
    [
      { DATABASE_URL: 'postgres://u@127.0.0.1:1,127.0.0.1:2/x', ...secret },
      [/^ERROR {4}database: .*ECONNREFUSED 127\.0\.0\.1:2\. Start PostgreSQL/m],
    ],
    [
      {
        DOCUMENTS_PATH: '/nowhere/documents',
        SMTP_URL: 'smtp://u:hidden@127.0.0.1:1',
        REDIS_URL: 'redis://:hidden@127.0.0.1:1',
        STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1',
        AWS_ACCESS_KEY_ID: 'x',
        AWS_SECRET_ACCESS_KEY: 'hidden',
      },
      [
        /^ERROR {4}documents: DOCUMENTS_PATH: ENOENT.*Correct this document/m,
        /^ERROR {4}mail: .*ECONNREFUSED.*\. Check host, port/m,
        /^ERROR {4}Redis: .*ECONNREFUSED.*\. Start Redis/m,
        /^ERROR {4}store: .*\. Check the endpoint/m,
      ],
    ],
  ];
  test.each(faults)('%j', async (environment, lines) => {
    const { code, says } = await doctor(environment);
    for (const line of lines) expect(says).toMatch(line);
    expect(says).not.toContain('hidden');
    expect(code).toBe(1);
  });

  test('for a data folder that is a file, or that this user has no permission to write to', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const inFile = await doctor({ DATA_DIR: file });
    expect([inFile.code, inFile.says]).toEqual([
      1,
      expect.stringMatching(/^ERROR {4}data folder: .*\. Give this user permission/m),
    ]);
    // root can write everywhere.
    if (process.getuid?.() === 0) return;
    const closed = join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o500);
    expect((await doctor({ DATA_DIR: closed })).says).toMatch(/^ERROR {4}data folder: .*EACCES/m);
  });

  test('for a mail server and a Redis that speak another protocol', async () => {
    const http = await peer('HTTP/1.1 400 Bad Request\r\n\r\n');
    const { code, says } = await doctor({
      SMTP_URL: `smtp://127.0.0.1:${http.port}`,
      REDIS_URL: `redis://127.0.0.1:${http.port}`,
    });
    http.close();
    expect(says).toMatch(/^ERROR {4}mail: /m);
    expect(says).toMatch(/^ERROR {4}Redis: /m);
    expect(code).toBe(1);
  });
});

test('reports a clock that shows a time before this version, and a disk with little room', async () => {
  const preload = join(folder, 'past.mjs');
  await writeFile(preload, 'const now = Date.now; Date.now = () => now() - 90 * 365 * 86_400_000;');
  const past = await doctor({ NODE_OPTIONS: `--import=${preload}` });
  expect(past.says).toMatch(/^ERROR {4}clock: It shows \d{4}-.*, when this version was not there yet\..*NTP/m);
  expect(past.code).toBe(1);

  // The numbers of a disk are those of the operating system, for which this stands.
  const full = join(folder, 'disk.mjs');
  const disk = (bytes: number) => `const statfs = async () => ({ bavail: ${bytes}, bsize: 1, type: 0 });`;
  const replace = `import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module';
    fs.statfs = statfs; syncBuiltinESMExports();`;
  await writeFile(full, disk(500_000_000) + replace);
  const little = await doctor({ NODE_OPTIONS: `--import=${full}` });
  expect(little.says).toMatch(/^warning {2}data folder: DATA_DIR has 0\.5 GB of free space\. Free space on the disk/m);
  expect(little.code).toBe(0);
  await writeFile(full, disk(1000) + replace);
  expect(await doctor({ NODE_OPTIONS: `--import=${full}` })).toMatchObject({
    code: 1,
    says: expect.stringMatching(/^ERROR {4}data folder: The disk of DATA_DIR is full\./m),
  });
});

const server = process.env['TEST_DATABASE_URL'];
const onServer = server ? describe : describe.skip;
describe('the doctor lists the migrations that a start would apply', () => {
  test('of a database of version 1.0.0, which lock tables for moments only', async () => {
    const { environment, remove: removeRelease } = await restoredRelease('1.0.0');
    const { code, says } = await doctor(environment);
    expect([code, says]).toEqual([
      1,
      expect.stringMatching(
        /^ERROR {4}migrations: \d+ of \d+ migrations of version \S+ are missing \(2026-11-28-retiring, .*\)\. Start the service, which applies them\. They change rows of .*\bpost\b[^.]*\. They lock for a moment: .*\bmessage\b[^.:]*\.$/m,
      ),
    ]);
    expect(says).not.toContain('whole');
    await removeRelease();
  });

  test('with the tables that they read or write whole', async () => {
    const environment = { ...secret, DATA_DIR: join(folder, 'early') };
    const database = await openDatabase(readConfig(environment));
    await database.orm.migrator.up({ to: '2026-11-21-initial' });
    await database.close();
    expect((await doctor(environment)).says).toMatch(
      /They lock while they read or write it whole \(\d+ MB, for about \d+ s\): .*\bworkout\b.*\.$/m,
    );
  });
});

onServer('on a PostgreSQL server', () => {
  const sqlIn = async (environment: Record<string, string>, sql: string) => {
    const database = await openDatabase(readConfig(environment));
    await runSql(database, sql).finally(() => database.close());
  };

  test('accepts a migrated database, and reports a missing extension and a missing migration', async () => {
    const { environment, remove } = await preparedDatabase();
    expect(await doctor(environment)).toMatchObject({ code: 0 });
    await sqlIn(environment, 'drop extension cube cascade');
    const without = await doctor(environment);
    expect(without.says).toMatch(/^ERROR {4}extension cube: It is missing.*Run CREATE EXTENSION cube/m);
    expect(without.code).toBe(1);
    await sqlIn(environment, 'delete from migrations');
    expect((await doctor(environment)).says).toMatch(
      /^ERROR {4}migrations: No migration has been applied\. Start the service/m,
    );
    await sqlIn(environment, `insert into migrations (name) values ('2020-01-01-elsewhere')`);
    expect((await doctor(environment)).says).toMatch(
      /^ERROR {4}migrations: .*2020-01-01-elsewhere.*: a version before 1\.0\.0 has made it\. Please keep it with/m,
    );
    await remove();
  });

  test('warns when others leave too few connections', async () => {
    const { environment, remove } = await preparedDatabase();
    const other = new Client({ connectionString: server ?? '' });
    await other.connect();
    const { rows } = await other.query<{ most: number }>(`select current_setting('max_connections')::int as most`);
    const fits = await doctor({ ...environment, DATABASE_POOL: '2' });
    expect(fits.says).toMatch(
      /^ok {7}connections: The service opens up to 3 of \d+ connections, and others have [1-9]/m,
    );
    const whole = await doctor({ ...environment, DATABASE_POOL: String((rows[0]?.most ?? 0) - 4) });
    expect(whole.says).toMatch(/^warning {2}connections: .*, and others have [1-9]\d*\. Close some of the others/m);
    await other.end();
    await remove();
  });

  test('accepts a database that a later version has upgraded', async () => {
    const { environment, remove } = await preparedDatabase();
    await sqlIn(environment, `insert into migrations (name) values ('2099-01-01-later')`);
    expect((await doctor(environment)).says).toMatch(/^ok {7}migrations: .* applied, and 1 of a later version\./m);
    await sqlIn(environment, `insert into migrations (name) values ('2099-02-01-later-contract')`);
    expect((await doctor(environment)).says).toMatch(
      /^ERROR {4}migrations: .*2099-02-01-later-contract, which removes what .*Please start version \d/m,
    );
    await remove();
  });

  test('reports time zones of the server that are not those of Node', async () => {
    const { environment, remove } = await preparedDatabase();
    // A Node that knows no summer time stands for a server with other tzdata.
    const preload = join(folder, 'zones.mjs');
    await writeFile(
      preload,
      `const Format = Intl.DateTimeFormat;
       Intl.DateTimeFormat = function (locale, options) {
         const winter = options?.timeZoneName === 'longOffset' && options.timeZone === 'Europe/Zurich';
         return new Format(locale, winter ? { ...options, timeZone: 'Etc/GMT-1' } : options);
       };`,
    );
    const { says, code } = await doctor({ ...environment, NODE_OPTIONS: `--import=${preload}` });
    expect(says).toMatch(
      /^warning {2}time zones: The tzdata of the server differs from that of Node .*Europe\/Zurich.*Update/m,
    );
    expect(code).toBe(0);
    await remove();
  });

  test('reports a clock that differs from that of the database', async () => {
    const { environment, remove } = await preparedDatabase();
    const preload = join(folder, 'clock.mjs');
    await writeFile(preload, 'const now = Date.now; Date.now = () => now() + 90_000;');
    const { code, says } = await doctor({ ...environment, NODE_OPTIONS: `--import=${preload}` });
    expect(says).toMatch(/^ERROR {4}clock: It is (89|90|91)(\.\d)? s ahead of.*NTP/m);
    expect(code).toBe(1);
    await remove();
  });
});
