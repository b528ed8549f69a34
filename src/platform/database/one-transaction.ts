import { Failure } from '../../errors.ts';
import type { Database, Transaction } from './database.ts';
import type { Terms } from './connection-pool.ts';
import { retryDeadlocks } from './retry-deadlocks.ts';
import { statement } from './statement.ts';
import type { Queries, SqlValue, Statement } from './statement.ts';
import { unavailableFor } from './unavailable.ts';

const savepoint = statement('savepoint', 'savepoint one_of_several');
const release = statement('release_savepoint', 'release savepoint one_of_several');
const rollBack = statement('rollback_to_savepoint', 'rollback to savepoint one_of_several');

/**
 * A database on which everything that a request writes is one transaction, so that something can be stored with it: it begins
 * with the first write and ends with `finish`, `commit` or `abandon`. The transactions of operations are savepoints in it, which
 * fail and are repeated after a deadlock as they are on their own, one after the other. What is read before the first write is
 * read outside, and holds no connection.
 */
export class OneTransaction implements Database {
  /** Whether an operation has succeeded on it: set by whoever runs operations. */
  changed = false;
  readonly #base: Database;
  readonly #opening: (tx: Queries) => Promise<void>;
  readonly #end = Promise.withResolvers<void>();
  #open: Promise<Transaction> | null = null;
  #settled: Promise<void> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #over = false;

  /** @param opening runs first in the transaction; when it throws, the transaction ends and every write on it throws the same */
  constructor(base: Database, opening: (tx: Queries) => Promise<void>) {
    this.#base = base;
    this.#opening = opening;
  }

  get kind(): Database['kind'] {
    return this.#base.kind;
  }

  get orm(): Database['orm'] {
    return this.#base.orm;
  }

  get unhurried(): Database['unhurried'] {
    return this.#base.unhurried;
  }

  pool(): ReturnType<Database['pool']> {
    return this.#base.pool();
  }

  /** For writes that are committed at once. The embedded database has one connection, which an open transaction holds. */
  get apart(): Database {
    return this.kind === 'embedded' && this.#open && !this.#over ? this : this.#base;
  }

  async all<Row>(wanted: Statement<Row>, values: readonly SqlValue[], terms?: Terms): Promise<Row[]> {
    if (this.#over) return this.#base.all(wanted, values, terms);
    if (wanted.writes) return this.transaction((tx) => tx.all(wanted, values), terms);
    return this.#open ? (await this.#open).all(wanted, values) : this.#base.all(wanted, values, terms);
  }

  async one<Row>(wanted: Statement<Row>, values: readonly SqlValue[], terms?: Terms): Promise<Row | undefined> {
    return (await this.all(wanted, values, terms))[0];
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>, terms?: Terms): Promise<Result> {
    // What takes minutes has limits of its own, which a transaction under way cannot get.
    if (this.#over || (terms?.unhurried && !this.#open)) return this.#base.transaction(work, terms);
    const run = this.#turn.then(() => retryDeadlocks(() => this.#inSavepoint(work), told));
    this.#turn = run.catch(() => {});
    return run;
  }

  /** Runs `last` in the transaction, which begins now if nothing has been written, and commits. */
  async finish(last: (tx: Queries) => Promise<void>): Promise<void> {
    await this.#turn;
    try {
      await last(await this.#begin());
    } catch (error: unknown) {
      await this.abandon();
      throw error;
    }
    await this.commit();
  }

  /** Commits what was written. */
  async commit(): Promise<void> {
    await this.#turn;
    this.#over = true;
    this.#end.resolve();
    await this.#settled;
  }

  /** Rolls back what was written. Never rejects. */
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

  onWrite(told: () => void): () => void {
    return this.#base.onWrite(told);
  }

  close(): Promise<void> {
    return this.#base.close();
  }

  #begin(): Promise<Transaction> {
    return (this.#open ??= new Promise((resolve, reject) => {
      let begun = false;
      this.#settled = this.#base.transaction(async (tx) => {
        // A deadlock with the whole transaction: its operations cannot be repeated from here.
        if (begun) throw new Failure('UNAVAILABLE', undefined, { retryAfter: 1 });
        begun = true;
        await this.#opening(tx);
        resolve(tx);
        await this.#end.promise;
      });
      this.#settled.catch(reject);
    }));
  }

  async #inSavepoint<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const tx = await this.#begin();
    await tx.all(savepoint, []);
    let made: ReturnType<Transaction['em']> | undefined;
    // A unit of work for each operation: no identity map outlives it.
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

/** What to throw of an error inside the transaction. The ORM copies the code of a failure into an exception of its own. */
function told(error: unknown): unknown {
  const lost = unavailableFor(error);
  if (lost || error instanceof Failure) return lost ?? error;
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'UNAVAILABLE' ? new Failure('UNAVAILABLE', undefined, { retryAfter: 1 }) : error;
}

/** The database for writes that must be committed before others, whatever becomes of those. */
export function apartFrom(database: Database): Database {
  return database instanceof OneTransaction ? database.apart : database;
}

/** Notes that an operation has succeeded, for whoever stores what it answered. */
export function noteChange(database: Database): void {
  if (database instanceof OneTransaction) database.changed = true;
}
