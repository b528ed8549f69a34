import type { Socket } from 'node:net';
import { Failure } from '../../errors.ts';
import type { RequestRecord } from '../observability/request-record.ts';
import { AnswerTexts } from './answer-texts.ts';
import type { Database } from './database.ts';
import { ReplicaFailed } from '@runners/postgres';
import type { Caller, PoolState, QueryOptions, Replica, SqlValue, Transaction } from '@runners/postgres';
import type { Statement } from './statement.ts';
import { OutcomeUnknown } from './unavailable.ts';

/** A client that waits for the answer of a request. */
export interface RecordedCaller extends Caller {
  /** The record of the request. */
  readonly record?: RequestRecord;
}

/**
 * The database of one request. Once the connection of the client is closed, no further statement is started, nothing
 * waits for a connection, and a long statement is canceled. A commit in progress is completed.
 *
 * Once something was committed, the request no longer fails with UNAVAILABLE, which would invite the caller to send the
 * change again, but with OUTCOME_UNKNOWN.
 */
export class CallersDatabase implements Database {
  readonly texts = new AnswerTexts();
  readonly #database: Database;
  readonly #options: QueryOptions;
  /** The client that waits for the answer. */
  readonly client: Caller;
  /** Whether this request has changed something. */
  #wrote = false;
  /** The replica from which the request reads; null for the primary. */
  #replica: Replica | null = null;

  /**
   * @param socket the socket to which the answer is written
   * @param record the record of the request, which counts its statements
   */
  constructor(database: Database, socket: Socket, record: RequestRecord) {
    this.#database = database;
    this.client = new SocketCaller(socket, record);
    this.#options = { caller: this.client };
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

  get replicas(): Database['replicas'] {
    return this.#database.replicas;
  }

  /**
   * Reads from a replica from now on, if there is one that shows everything that was acknowledged. The request returns to the
   * primary, and stays there, when it writes or when the replica fails.
   */
  readFromReplica(): void {
    const { replicas } = this.#database;
    if (replicas && !this.#wrote) this.#replica = replicas.pick();
  }

  all<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> {
    if (!statement.texts) return this.#run(statement, values);
    return this.texts.read(statement, values, (one, given) => this.#run(one, given));
  }

  #run<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> {
    if (this.#replica) return this.#fromReplica(this.#replica, statement, values);
    return this.#distinguishing(statement.writes, this.#database.all(statement, values, this.#options));
  }

  one<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row | undefined> {
    if (this.#replica) return this.#fromReplica(this.#replica, statement, values).then((rows) => rows[0]);
    return this.#distinguishing(statement.writes, this.#database.one(statement, values, this.#options));
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: QueryOptions): Promise<Result> {
    this.#replica = null;
    return this.#distinguishing(
      true,
      this.#database.transaction(work, options ? { ...this.#options, ...options } : this.#options),
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

  async #fromReplica<Row>(replica: Replica, wanted: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> {
    if (!wanted.writes)
      try {
        return await replica.all(wanted, values, this.#options);
      } catch (error) {
        if (!(error instanceof ReplicaFailed)) throw error;
      }
    this.#replica = null;
    return this.#run(wanted, values);
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

class SocketCaller implements RecordedCaller {
  readonly #socket: Socket;

  readonly record: RequestRecord;

  constructor(socket: Socket, record: RequestRecord) {
    this.#socket = socket;
    this.record = record;
  }

  get gone(): boolean {
    return this.#socket.destroyed;
  }

  onGone(listener: () => void): () => void {
    // Each operation of a socket may wait.
    this.#socket.setMaxListeners(0).once('close', listener);
    return () => this.#socket.off('close', listener);
  }
}

/** Lets a request that only reads use a replica. The database of a request that writes stays as it is. */
export function readFromReplica(database: Database): void {
  if (database.replicas && database instanceof CallersDatabase) database.readFromReplica();
}
