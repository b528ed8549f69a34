import { Client } from 'pg';
import Cursor from 'pg-cursor';
import type { Notes } from './notes.ts';
import { bytea, postgresKind } from './postgres-kinds.ts';
import type { Raw, Result, Source } from './source.ts';

/** The number of characters that a cursor is asked for at a time, and the number of rows that it begins with and never exceeds. */
const together = { characters: 2_000_000, firstRows: 16, mostRows: 2000 } as const;

/** All values stay the texts that the server sends. */
const asText = { getTypeParser: () => (text: string | Buffer) => text };

const settings = `
  set time zone 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** Connects to a PostgreSQL server, and begins the transaction. */
export async function openPostgres(url: string): Promise<Source> {
  const client = new Client({ connectionString: url, application_name: 'runners take-over extract' });
  // A connection that is lost fails the statement that waits for it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(settings);
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
    // Such a server does not know which characters it has, and would refuse to send invalid bytes as UTF-8.
    const anyBytes = rows[0]?.server_encoding === 'SQL_ASCII';
    if (anyBytes) await client.query(`set client_encoding = 'SQL_ASCII'`);
    await client.query('begin isolation level repeatable read read only');
    return {
      read: (statement, notes, field) => read(client, statement, anyBytes ? notes : null, field),
      warnings: async () => [],
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** @param notes null if the server knows its encoding, so that U+FFFD is what was stored */
async function read(
  client: Client,
  statement: string,
  notes: Notes | null,
  field: (column: string) => string,
): Promise<Result> {
  const cursor = client.query(new Cursor<Raw[]>(statement, undefined, { rowMode: 'array', types: asText as never }));
  const first = await readSome(cursor, together.firstRows);
  const names = first.fields.map(({ name }) => name);
  const bytes = first.fields.flatMap(({ dataTypeID }, i) => (dataTypeID === bytea ? [i] : []));
  async function* rows(): AsyncGenerator<readonly Raw[]> {
    let some = first.rows;
    let asked: number = together.firstRows;
    while (some.length > 0) {
      let characters = 0;
      for (const row of some) {
        for (const value of row) characters += value?.length ?? 0;
        for (const i of bytes) row[i] = bytesOf(row[i] ?? null);
        if (notes)
          for (const [i, value] of row.entries())
            if (typeof value === 'string' && value.includes('\uFFFD'))
              notes.count(field(names[i] ?? ''), 'invalidBytes');
        yield row;
      }
      if (some.length < asked) break;
      // Rows differ much in size: a workout may have a megabyte of points. So the next rows are as many as the last ones suggest.
      const fitting = Math.floor((together.characters * some.length) / Math.max(characters, 1));
      asked = Math.max(1, Math.min(fitting, 4 * asked, together.mostRows));
      some = (await readSome(cursor, asked)).rows;
    }
    await cursor.close();
  }
  return {
    columns: first.fields.map(({ name, dataTypeID }) => ({ name, kind: postgresKind(dataTypeID) })),
    rows: rows(),
  };
}

interface Some {
  rows: Raw[][];
  fields: { name: string; dataTypeID: number }[];
}

function readSome(cursor: Cursor<Raw[]>, most: number): Promise<Some> {
  return new Promise((resolve, reject) => {
    cursor.read(most, (error, rows, result) => (error ? reject(error) : resolve({ rows, fields: result.fields })));
  });
}

/** The bytes that `\x…` stands for. */
const bytesOf = (value: Raw) => (typeof value === 'string' ? Buffer.from(value.slice(2), 'hex') : value);
