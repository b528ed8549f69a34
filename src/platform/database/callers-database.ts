import type { Socket } from 'node:net';
import { Failure } from '../../errors.ts';
import type { RequestRecord } from '../observability/request-record.ts';
import type { Database, PoolState, Transaction } from './database.ts';
import type { Terms } from './connection-pool.ts';
import type { SqlValue, Statement } from './statement.ts';
import { OutcomeUnknown } from './unavailable.ts';
import type { Caller } from './unavailable.ts';

/**
 * The database of one request. Once the connection of the client is closed, no further statement is started, nothing
 * waits for a connection, and a long statement is canceled. A commit in progress is completed.
 *
 * Once something was committed, the request no longer fails with UNAVAILABLE, which would invite the caller to send the
 * change again, but with OUTCOME_UNKNOWN.
 */
export class CallersDatabase implements Database {
  readonly #database: Database;
  readonly #terms: Terms;
  /** Whether this request has changed something. */
  #wrote = false;

  /**
   * @param socket the socket to which the answer is written
   * @param record the record of the request, which counts its statements
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
    return this.#distinguishing(statement.writes, this.#database.all(statement, values, this.#terms));
  }

  one<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#distinguishing(statement.writes, this.#database.one(statement, values, this.#terms));
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>, terms?: Terms): Promise<Result> {
    return this.#distinguishing(
      true,
      this.#database.transaction(work, terms ? { ...this.#terms, ...terms } : this.#terms),
    );
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

  onWrite(listener: () => void): () => void {
    return this.#database.onWrite(listener);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #distinguishing<Result>(writes: boolean, work: Promise<Result>): Promise<Result> {
    // Reads before a write, which are most of what requests do, cost nothing more.
    return writes || this.#wrote ? this.#withOutcome(writes, work) : work;
  }

  async #withOutcome<Result>(writes: boolean, work: Promise<Result>): Promise<Result> {
    try {
      const result = await work;
      this.#wrote ||= writes;
      return result;
    } catch (error) {
      if (this.#wrote && error instanceof Failure && error.code === 'UNAVAILABLE') throw new OutcomeUnknown(error);
      throw error;
    }
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
