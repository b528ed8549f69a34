import { protocol, types } from '@electric-sql/pglite';
import type { PGlite } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import type { Given } from '../interface/given.ts';

/**
 * The number of runs after which a statement is planned again, because the tables may have grown since its plan was made. A
 * server plans again after an autovacuum, which the embedded database does not have.
 */
const runsOfAPlan = 100;

/** The result of a statement. */
interface Result<Row> {
  rows: Row[];
  /** The number of rows that an INSERT, UPDATE or DELETE has changed. */
  affectedRows: number;
}

interface Column {
  name: string;
  dataTypeID: number;
}

/** A statement that was prepared in the embedded database. */
interface Prepared {
  name: string;
  /** The types of its parameters, by their object ids. */
  parameters: number[];
  columns: Column[];
  runs: number;
}

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

const { serialize } = protocol;

/**
 * Runs prepared statements on the embedded database, with all messages of a run in one call. `PGlite.query` parses and plans
 * the statement on every run, in six calls, which triples the CPU time of a small read (docs/performance.md#embedded-database).
 */
export class EmbeddedStatements {
  readonly #pglite: PGlite;
  readonly #prepared: LRUCache<string, Prepared>;
  /** The messages that close evicted statements. They are sent with the next run. */
  #closing: Uint8Array[] = [];
  #names = 0;

  constructor(pglite: PGlite, bound: Given['bounds']['embeddedStatements']) {
    this.#pglite = pglite;
    keepBuiltInParsers(pglite);
    this.#prepared = new LRUCache({
      max: bound.limit,
      dispose: ({ name }) => this.#closing.push(serialize.close({ type: 'S', name })),
    });
    bound.watch(() => this.#prepared.size);
  }

  /** Runs a statement by itself, once the transaction of another caller has ended. */
  async run<Row>(text: string, values: readonly unknown[]): Promise<Result<Row>> {
    return this.#pglite._runExclusiveTransaction(async () => {
      const result = await this.runInTransaction<Row>(text, values);
      await this.#pglite.syncToFs();
      return result;
    });
  }

  /** Runs a statement in the transaction that the caller has begun with `PGlite.transaction`. */
  async runInTransaction<Row>(text: string, values: readonly unknown[]): Promise<Result<Row>> {
    return this.#pglite.runExclusive(async () => {
      try {
        const prepared = this.#prepared.get(text) ?? (await this.#prepare(text));
        return resultOf<Row>(await this.#send(this.#messages(text, prepared, values)), prepared.columns, this.#pglite);
      } catch (error) {
        // The statement may have failed because the columns of its table have changed.
        this.#prepared.delete(text);
        throw error;
      }
    });
  }

  /** Does something with the files while nothing is written to them. */
  whileUnchanged<T>(work: () => Promise<T>): Promise<T> {
    return this.#pglite._runExclusiveTransaction(async () => {
      await this.runInTransaction('checkpoint', []);
      await this.#pglite.syncToFs();
      return this.#pglite.runExclusive(work);
    });
  }

  async #prepare(text: string): Promise<Prepared> {
    const name = `s${++this.#names}`;
    const answers = await this.#send([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]);
    const prepared: Prepared = { name, parameters: [], columns: [], runs: 0 };
    for (const answer of answers) {
      if ('dataTypeIDs' in answer) prepared.parameters = answer.dataTypeIDs as number[];
      if (answer.name === 'rowDescription') prepared.columns = (answer as Message & { fields: Column[] }).fields;
    }
    this.#prepared.set(text, prepared);
    return prepared;
  }

  #messages(text: string, prepared: Prepared, given: readonly unknown[]): Uint8Array[] {
    const { name, parameters } = prepared;
    const values = given.map((value, index) => this.#serialized(value, parameters[index] ?? 0));
    const run = [serialize.bind({ statement: name, values }), serialize.execute({})];
    if (++prepared.runs % runsOfAPlan) return run;
    return [serialize.close({ type: 'S', name }), serialize.parse({ name, text }), ...run];
  }

  #serialized(value: unknown, type: number) {
    if (value === null || value === undefined) return null;
    return this.#pglite.serializers[type]?.(value) ?? String(value);
  }

  async #send(messages: Uint8Array[]): Promise<Message[]> {
    const closing = this.#closing;
    this.#closing = [];
    return this.#pglite.execProtocolStream(Buffer.concat([...closing, ...messages, serialize.sync()]), {
      syncToFs: false,
    });
  }
}

function resultOf<Row>(answers: Message[], columns: Column[], { parsers }: PGlite): Result<Row> {
  const rows: Row[] = [];
  let affectedRows = 0;
  for (const answer of answers) {
    if (answer.name === 'dataRow') {
      const { fields } = answer as Message & { fields: (string | null)[] };
      const row: Record<string, unknown> = {};
      for (const [index, { name, dataTypeID }] of columns.entries())
        row[name] = types.parseType(fields[index] ?? null, dataTypeID, parsers);
      rows.push(row as Row);
    } else if (answer.name === 'commandComplete') {
      const { text } = answer as Message & { text: string };
      if (!text.startsWith('SELECT')) affectedRows = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    }
  }
  return { rows, affectedRows };
}

/** The least type id of what initdb and later statements create, such as the row type of each table. */
const firstCreatedType = 10_000;

/**
 * PGlite copies its map of parsers for every result, and adds one for the arrays of each table's rows: without these 260 a
 * small statement takes half the CPU time. A type without a parser arrives as text.
 */
function keepBuiltInParsers(pglite: PGlite): void {
  for (const type of Object.keys(pglite.parsers)) if (Number(type) >= firstCreatedType) delete pglite.parsers[type];
}
