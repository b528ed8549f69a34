import type { Socket } from 'node:net';
import type { RequestRecord } from '../observability/request-record.ts';
import type { Database, PoolState, Transaction } from './database.ts';
import type { Terms } from './lender.ts';
import type { SqlValue, Statement } from './statement.ts';
import type { Caller } from './unavailable.ts';

/**
 * The database as a request sees it: once its connection is closed, nothing more is begun for it, it waits for nothing, and
 * a statement that takes long is stopped. A commit that was begun is finished.
 */
export class CallersDatabase implements Database {
  readonly #database: Database;
  readonly #terms: Terms;

  /**
   * @param socket what the answer is to be written to
   * @param record where its statements are counted
   */
  constructor(database: Database, socket: Socket, record: RequestRecord) {
    this.#database = database;
    this.#terms = { caller: new SocketCaller(socket, record) };
  }

  get kind(): Database['kind'] {
    return this.#database.kind;
  }

  get orm(): Database['orm'] {
    return this.#database.orm;
  }

  get unhurried(): Database['unhurried'] {
    return this.#database.unhurried;
  }

  all<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#database.all(statement, values, this.#terms);
  }

  one<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#database.one(statement, values, this.#terms);
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>, terms?: Terms): Promise<Result> {
    return this.#database.transaction(work, terms ? { ...this.#terms, ...terms } : this.#terms);
  }

  execute(...parameters: Parameters<Database['execute']>): ReturnType<Database['execute']> {
    return this.#database.execute(...parameters);
  }

  listen(...parameters: Parameters<Database['listen']>): ReturnType<Database['listen']> {
    return this.#database.listen(...parameters);
  }

  pool(): PoolState {
    return this.#database.pool();
  }

  probe(): Promise<boolean> {
    return this.#database.probe();
  }

  onWrite(told: () => void): () => void {
    return this.#database.onWrite(told);
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

class SocketCaller implements Caller {
  readonly #socket: Socket;

  readonly record: RequestRecord;

  constructor(socket: Socket, record: RequestRecord) {
    this.#socket = socket;
    this.record = record;
  }

  get gone(): boolean {
    return this.#socket.destroyed;
  }
}
