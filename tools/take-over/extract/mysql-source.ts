import { once } from 'node:events';
import { createConnection } from 'mysql2';
import type { Connection } from 'mysql2';
import { mysqlKind } from './mysql-kinds.ts';
import type { Raw, Result, Source } from './source.ts';

/** The number of rows that wait in memory. A workout may have a megabyte of points. */
const waitingRows = 16;

/** JSON that SQL puts together is cut off above this number of bytes, without a failure: as much as a line of a bundle may have. */
const longestJoined = 64 * 1024 * 1024;

/** Settings of the connection. Those of which a server knows nothing are left out: MySQL and MariaDB have their own names. */
const settings = [
  `set names utf8mb4`,
  `set session time_zone = '+00:00'`,
  `set session group_concat_max_len = ${longestJoined}`,
  `set session net_write_timeout = 3600`,
  `set session max_statement_time = 0`,
  `set session max_execution_time = 0`,
  `set session transaction isolation level repeatable read`,
] as const;

const unknownVariable = 1193;

/** Connects to a MySQL or MariaDB server, and begins the transaction. */
export async function openMysql(url: string): Promise<Source> {
  const connection = createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    // All values stay the bytes that the server sends.
    typeCast: false,
    rowsAsArray: true,
    dateStrings: true,
    timezone: 'Z',
    flags: ['-LOCAL_FILES'],
  });
  // A connection that is lost fails the statement that waits for it, and the next one.
  connection.on('error', () => {});
  try {
    await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
    for (const setting of settings)
      await run(connection, setting).catch((error: unknown) => {
        if ((error as { errno?: number }).errno !== unknownVariable) throw error;
      });
    await run(connection, 'start transaction with consistent snapshot, read only');
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return {
    read: (statement) => read(connection, statement),
    warnings: () => warningsOf(connection),
    // Rows that nobody reads any more are not waited for.
    close: async () => connection.destroy(),
  };
}

async function read(connection: Connection, statement: string): Promise<Result> {
  const stream = connection.query(statement).stream({ highWaterMark: waitingRows });
  // The driver tells the connection alone, and not the stream, that the connection was lost.
  const lose = (error: Error) => stream.destroy(error);
  connection.on('error', lose);
  stream.once('close', () => connection.off('error', lose));
  // A failure before the rows are asked for is thrown when they are.
  stream.on('error', () => {});
  const [fields] = (await once(stream, 'fields')) as [{ name: string; columnType: number }[]];
  return { columns: fields.map(({ name, columnType }) => ({ name, kind: mysqlKind(columnType) })), rows: stream };
}

/** Tables of engines without transactions show what is written during the extract. */
async function warningsOf(connection: Connection): Promise<string[]> {
  const rows = await run(
    connection,
    `select table_name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE'
     and engine not in ('InnoDB', 'RocksDB', 'TokuDB') order by table_name limit 20`,
  );
  if (rows.length === 0) return [];
  const names = rows.map(([name]) => String(name)).join(', ');
  return [`These tables have no transactions, so nothing may be written to them during the extract: ${names}.`];
}

function run(connection: Connection, statement: string): Promise<Raw[][]> {
  return new Promise((resolve, reject) => {
    connection.query(statement, (error, rows) => (error ? reject(error) : resolve(rows as unknown as Raw[][])));
  });
}
