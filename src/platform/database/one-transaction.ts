import { Failure } from '../../errors.ts';
import type { Database } from './database.ts';
import { isOutdated, retryDeadlocks } from '@runners/postgres';
import type { Queries, QueryOptions, SqlValue, Transaction } from '@runners/postgres';
import { statement } from './statement.ts';
import type { Statement } from './statement.ts';
import { unavailableFor } from './unavailable.ts';

const savepoint = statement.read('savepoint', 'savepoint one_of_several');
const release = statement.read('release_savepoint', 'release savepoint one_of_several');
const rollBack = statement.read('rollback_to_savepoint', 'rollback to savepoint one_of_several');

/**
 * A database on which all writes of a request are one transaction, so that further rows can be stored together with them. The
 * transaction begins with the first write and ends with `finish`, `commit` or `abandon`. Transactions of operations become
 * savepoints, which run one after the other. Like separate transactions, they can fail individually and are retried after a
 * deadlock. Reads before the first write run outside of the transaction and hold no connection.
 */
export class OneTransaction implements Database {
  /** Whether an operation has succeeded. It is set with `noteChange`. */
  changed = false;
  /** Whether it has failed because its connection is outdated. With `forgets`, the same would succeed. */
  isOutdated = false;
  readonly #base: Database;
  readonly #opening: (tx: Queries) => Promise<void>;
  readonly #options: QueryOptions;
  readonly #end = Promise.withResolvers<void>();
  #open: Promise<Transaction> | null = null;
  #settled: Promise<void> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #over = false;

  /** @param opening runs first in the transaction. If it throws, the transaction ends and every write throws the same error */
  constructor(base: Database, opening: (tx: Queries) => Promise<void>, options: QueryOptions = {}) {
    this.#base = base;
    this.#opening = opening;
    this.#options = options;
  }

  get kind(): Database['kind'] {
    return this.#base.kind;
  }

  get orm(): Database['orm'] {
    return this.#base.orm;
  }

  get replicas(): Database['replicas'] {
    return this.#base.replicas;
  }

  get texts(): Database['texts'] {
    return this.#base.texts;
  }

  get unhurried(): Database['unhurried'] {
    return this.#base.unhurried;
  }

  pool(): ReturnType<Database['pool']> {
    return this.#base.pool();
  }

  /**
   * The database for writes that are committed immediately. The embedded database has only one connection, so while the
   * transaction is open, these writes are part of it.
   */
  get apart(): Database {
    return this.kind === 'embedded' && this.#open && !this.#over ? this : this.#base;
  }

  async all<Row>(wanted: Statement<Row>, values: readonly SqlValue[], options?: QueryOptions): Promise<Row[]> {
    if (this.#over) return this.#base.all(wanted, values, options);
    if (wanted.writes) return this.transaction((tx) => tx.all(wanted, values), options);
    if (!this.#open) return this.#base.all(wanted, values, options);
    const tx = await this.#open;
    const run = <Found>(one: Statement<Found>, given: readonly SqlValue[]) =>
      tx.all(one, given).catch((error: unknown) => Promise.reject(this.#failureFor(error)));
    return this.texts?.read(wanted, values, run) ?? run(wanted, values);
  }

  async one<Row>(
    wanted: Statement<Row>,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row | undefined> {
    return (await this.all(wanted, values, options))[0];
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: QueryOptions): Promise<Result> {
    // Work that takes minutes needs other time limits, which cannot be set for a running transaction.
    if (this.#over || (options?.unhurried && !this.#open)) return this.#base.transaction(work, options);
    const run = this.#turn.then(() =>
      retryDeadlocks(
        () => this.#inSavepoint(work),
        (error) => this.#failureFor(error),
      ),
    );
    this.#turn = run.catch(() => {});
    return run;
  }

  /** Runs `last` in the transaction and commits. The transaction begins now if nothing has been written before. */
  async finish(last: (tx: Queries) => Promise<void>): Promise<void> {
    await this.#turn;
    try {
      await last(await this.#begin());
    } catch (error: unknown) {
      await this.abandon();
      throw this.#failureFor(error);
    }
    await this.commit();
  }

  /** Commits all writes. */
  async commit(): Promise<void> {
    await this.#turn;
    this.#over = true;
    this.#end.resolve();
    await this.#settled;
  }

  /** Rolls back all writes. The promise never rejects. */
  async abandon(): Promise<void> {
    this.#over = true;
    this.#end.reject(new Failure('UNAVAILABLE', undefined, { retryAfter: 1 }));
    this.#end.promise.catch(() => {});
    await this.#settled.catch(() => {});
  }

  execute(...parameters: Parameters<Database['execute']>): ReturnType<Database['execute']> {
    return this.#base.execute(...parameters);
  }

  listen(...parameters: Parameters<Database['listen']>): ReturnType<Database['listen']> {
    return this.#base.listen(...parameters);
  }

  probe(): Promise<boolean> {
    return this.#base.probe();
  }

  onWrite(listener: () => void): () => void {
    return this.#base.onWrite(listener);
  }

  close(): Promise<void> {
    return this.#base.close();
  }

  #begin(): Promise<Transaction> {
    return (this.#open ??= new Promise((resolve, reject) => {
      let begun = false;
      this.#settled = this.#base.transaction(async (tx) => {
        // After a deadlock of the whole transaction, its operations cannot be repeated from here.
        if (begun) throw new Failure('UNAVAILABLE', undefined, { retryAfter: 1 });
        await this.#opening(tx);
        begun = true;
        resolve(tx);
        await this.#end.promise;
      }, this.#options);
      this.#settled.catch(reject);
    }));
  }

  #failureFor(error: unknown): unknown {
    this.isOutdated ||= isOutdated(error);
    return failureFor(error);
  }

  async #inSavepoint<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const tx = await this.#begin();
    await tx.all(savepoint, []);
    let made: ReturnType<Transaction['em']> | undefined;
    // Each operation has its own unit of work, so that no identity map is used by two of them.
    const em = () => (made ??= tx.em().then((outer) => outer.fork({ keepTransactionContext: true })));
    try {
      const result = await work({ all: tx.all, one: tx.one, em });
      await (await made)?.flush();
      await tx.all(release, []);
      return result;
    } catch (error: unknown) {
      await tx.all(rollBack, []).catch(() => {});
      throw error;
    }
  }
}

/** Converts an error inside the transaction. The ORM wraps a failure in an exception with the same code. */
function failureFor(error: unknown): unknown {
  const lost = unavailableFor(error);
  if (lost || error instanceof Failure) return lost ?? error;
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'UNAVAILABLE' ? new Failure('UNAVAILABLE', undefined, { retryAfter: 1 }) : error;
}

/** Returns the database for writes that must be committed even if the other writes of the request fail. */
export function apartFrom(database: Database): Database {
  return database instanceof OneTransaction ? database.apart : database;
}

/** Records that an operation has succeeded, so that its answer is stored (decisions D256). */
export function noteChange(database: Database): void {
  if (database instanceof OneTransaction) database.changed = true;
}
