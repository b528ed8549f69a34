import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import pg from 'pg';
import { makeRowParser } from './row-parser.ts';
import type { PreparedStatement, SqlValue } from '../interface/prepared-statement.ts';

// Parts of the driver, which it does not export.
const ofDriver = createRequire(createRequire(import.meta.url).resolve('pg'));
const { prepareValue } = ofDriver('pg/lib/utils') as { prepareValue: (value: unknown) => unknown };
const { serialize } = ofDriver('pg-protocol') as {
  serialize: {
    bind(run: { statement: string; values: readonly (string | Buffer | null)[] }): Buffer;
    execute(): Buffer;
    sync(): Buffer;
  };
};
const executeAndSync = Buffer.concat([serialize.execute(), serialize.sync()]);
/** Larger messages are written by themselves, because copying their bytes takes longer than another write. */
const largestJoined = 16 * 1024;

/** The result of a run in the driver. */
interface DriverResult {
  fields: { name: string }[];
  _parsers: ((text: string) => unknown)[];
  parseRow(texts: readonly (string | null)[]): Record<string, unknown>;
}

/** The description of a statement. */
type Columns = Pick<DriverResult, 'fields' | 'parseRow'>;

/** The parts of the query class of the driver that this class uses. */
interface DriverQuery extends pg.Submittable {
  name: string;
  values: (string | Buffer | null)[];
  _result: DriverResult;
  _accumulateRows: boolean;
  hasBeenParsed(connection: pg.Connection): boolean;
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: unknown): void;
  handleError(error: Error, connection: pg.Connection): void;
}

const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[]) => DriverQuery;

/** The columns of described statements, by name. They are the same on every connection. */
const described = new Map<string, Columns>();

/**
 * A run of a named statement. The driver requests a description of the columns on every run, which is much of the work
 * of a small read on both sides. This class requests it once.
 */
class PreparedQuery extends DriverQuery {
  constructor(statement: PreparedStatement<unknown>, values: readonly SqlValue[]) {
    // Only the text is passed, because the driver copies a query object by the descriptors of its properties.
    super(statement.text, values.map(prepareValue));
    this.name = statement.name;
  }

  override prepare(connection: pg.Connection): void {
    const columns = described.get(this.name);
    // The driver handles the first run on a connection, which parses the statement there.
    if (!columns || !this.hasBeenParsed(connection)) return super.prepare(connection);
    const result = this._result;
    result.fields = columns.fields;
    result.parseRow = columns.parseRow;
    this._accumulateRows = true;
    const { stream } = connection as pg.Connection & { stream: Socket };
    if (!stream.writable) return;
    const bind = serialize.bind({ statement: this.name, values: this.values });
    // The driver writes each message by itself, and a list of chunks takes longer to write than a single one.
    if (bind.length <= largestJoined) stream.write(Buffer.concat([bind, executeAndSync]));
    else {
      stream.write(bind);
      stream.write(executeAndSync);
    }
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers } = this._result;
    described.set(this.name, { fields, parseRow: makeRowParser(fields, _parsers) });
  }

  override handleError(error: Error, connection: pg.Connection): void {
    // The error may be that the columns have changed.
    described.delete(this.name);
    super.handleError(error, connection);
  }
}

/** A run of a statement by its name, for the driver. */
export function preparedQuery(
  statement: PreparedStatement<unknown>,
  values: readonly SqlValue[],
): { readonly name: string } {
  return new PreparedQuery(statement, values);
}

/** A run of a statement that leaves nothing on the connection, for the driver. The statement is parsed each time. */
class UnnamedQuery extends (pg.Query as unknown as new (query: object, values: unknown[]) => pg.Submittable) {
  readonly statement: PreparedStatement<unknown>;

  constructor(statement: PreparedStatement<unknown>, values: readonly SqlValue[]) {
    super({ text: statement.text, queryMode: 'extended' }, values.map(prepareValue));
    this.statement = statement;
  }
}

/** A query for a connection pooler, where each transaction may run on another connection of the server. */
export function unnamedQuery(statement: PreparedStatement<unknown>, values: readonly SqlValue[]): object {
  return new UnnamedQuery(statement, values);
}
