/** `npm run doctor`: a line for each thing that the service needs, with what is wrong and what to do. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { preparedDatabase } from '../support/prepared-database.ts';
import { runSql } from '../support/run-sql.ts';
import { inherited, newFolder } from '../support/started-process.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/domain/open-database.ts';

const program = fileURLToPath(new URL('../../src/process/doctor.js', import.meta.url));
const secret = { SECRET_KEY: 'a secret of the tests of the doctor' };
const [folder, removeFolder] = await newFolder();
afterAll(removeFolder);

/** What the doctor prints, and the code that it ends with. */
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

/** A server that takes connections and says nothing, or one sentence. */
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

test('says that nothing is wrong, and leaves nothing behind', async () => {
  const { code, says } = await doctor({});
  expect(says).toMatch(/^ok {7}database: embedded/m);
  expect(says).toMatch(/Nothing is wrong\.\n$/);
  expect(code).toBe(0);
  await mkdir(join(folder, 'new'));
});

describe('says what is wrong, and what to do', () => {
  const faults: [Record<string, string>, RegExp][] = [
    [{ PORT: 'eighty' }, /^WRONG {4}configuration: PORT: must be a number\. Correct this variable/m],
    [
      { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x', ...secret },
      /^WRONG {4}database: .*ECONNREFUSED.*\. Start PostgreSQL/m,
    ],
    [{ SMTP_URL: 'smtp://u:hidden@127.0.0.1:1' }, /^WRONG {4}mail: .*ECONNREFUSED.*\. Check host, port/m],
    [{ REDIS_URL: 'redis://:hidden@127.0.0.1:1' }, /^WRONG {4}Redis: .*ECONNREFUSED.*\. Start Redis/m],
    [
      {
        STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1',
        AWS_ACCESS_KEY_ID: 'x',
        AWS_SECRET_ACCESS_KEY: 'hidden',
      },
      /^WRONG {4}store: .*\. Check the endpoint/m,
    ],
  ];
  test.each(faults)('%j', async (environment, line) => {
    const { code, says } = await doctor(environment);
    expect(says).toMatch(line);
    expect(says).not.toContain('hidden');
    expect(code).toBe(1);
  });

  test('a data folder that is a file, or that this user may not write to', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const inFile = await doctor({ DATA_DIR: file });
    expect([inFile.code, inFile.says]).toEqual([
      1,
      expect.stringMatching(/^WRONG {4}data folder: .*\. Give this user the right/m),
    ]);
    // root may write everywhere.
    if (process.getuid?.() === 0) return;
    const closed = join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o500);
    expect((await doctor({ DATA_DIR: closed })).says).toMatch(/^WRONG {4}data folder: .*EACCES/m);
  });

  test('a mail server that is none, and a Redis that is none', async () => {
    const http = await peer('HTTP/1.1 400 Bad Request\r\n\r\n');
    const { code, says } = await doctor({
      SMTP_URL: `smtp://127.0.0.1:${http.port}`,
      REDIS_URL: `redis://127.0.0.1:${http.port}`,
    });
    http.close();
    expect(says).toMatch(/^WRONG {4}mail: /m);
    expect(says).toMatch(/^WRONG {4}Redis: /m);
    expect(code).toBe(1);
  });
});

const server = process.env['TEST_DATABASE_URL'];
const onServer = server ? describe : describe.skip;
onServer('on a PostgreSQL server', () => {
  const sqlIn = async (environment: Record<string, string>, sql: string) => {
    const database = await openDatabase(readConfig(environment));
    await runSql(database, sql).finally(() => database.close());
  };

  test('finds nothing wrong with a migrated one, and then a missing extension and a missing migration', async () => {
    const { environment, remove } = await preparedDatabase();
    expect(await doctor(environment)).toMatchObject({ code: 0 });
    await sqlIn(environment, 'drop extension cube cascade');
    const without = await doctor(environment);
    expect(without.says).toMatch(/^WRONG {4}extension cube: it is missing.*Run CREATE EXTENSION cube/m);
    expect(without.code).toBe(1);
    await sqlIn(environment, 'delete from migrations');
    expect((await doctor(environment)).says).toMatch(
      /^WRONG {4}migrations: none has been applied\. Start the service/m,
    );
    await sqlIn(environment, `insert into migrations (name) values ('2020-01-01-elsewhere')`);
    expect((await doctor(environment)).says).toMatch(/^WRONG {4}migrations: .*2020-01-01-elsewhere/m);
    await remove();
  });

  test('finds a clock that is not that of the database', async () => {
    const { environment, remove } = await preparedDatabase();
    const preload = join(folder, 'clock.mjs');
    await writeFile(preload, 'const now = Date.now; Date.now = () => now() + 90_000;');
    const { code, says } = await doctor({ ...environment, NODE_OPTIONS: `--import=${preload}` });
    expect(says).toMatch(/^WRONG {4}clock: it is (89|90|91)(\.\d)? s ahead of.*NTP/m);
    expect(code).toBe(1);
    await remove();
  });
});
