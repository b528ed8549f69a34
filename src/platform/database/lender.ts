import type { Pool } from 'pg';
import { LentConnection, lookMs } from './lent-connection.ts';
import type { Runnable } from './lent-connection.ts';
import { serverSettings, unhurriedLimits } from './time-limits.ts';
import type { TimeLimits } from './time-limits.ts';
import { CallerGone, ConnectionLost } from './unavailable.ts';
import type { Caller } from './unavailable.ts';
import type { StatementWatch } from './statement-watch.ts';
import { Watch } from '../watch.ts';
import type { Watched } from '../watch.ts';

/** For whom something runs, and how long it may take. */
export interface Terms {
  /** Undefined: it is done whoever waits. */
  caller?: Caller | undefined;
  /** Takes as long as it needs (`unhurriedLimits`): nobody's request waits for it. */
  unhurried?: boolean;
}

const unhurriedSettings = Object.entries(serverSettings(unhurriedLimits));

/** Sets the unhurried limits until the transaction ends. */
export const setUnhurriedLocally = unhurriedSettings.map(([name, value]) => `set local ${name} = ${value}`).join('; ');
/** Sets them as long as the connection lives. */
export const setUnhurried = unhurriedSettings.map(([name, value]) => `set ${name} = ${value}`).join('; ');

/** Lends connections of a pool; so many may wait for one, and each so long. */
export class Lender {
  readonly pool: Pool;
  readonly #limits: TimeLimits;
  readonly #heard: StatementWatch;
  /** What is lent, and who waits. */
  readonly #watch = new Watch<LentConnection | WaitingCaller>(lookMs);

  constructor(pool: Pool, limits: TimeLimits, heard: StatementWatch) {
    this.pool = pool;
    this.#limits = limits;
    this.#heard = heard;
  }

  /** A connection, once there is one. @throws CallerGone, ConnectionLost when too many wait, or what the driver says */
  lend(terms: Terms = {}): Promise<LentConnection> {
    return new Promise((resolve, reject) => this.#connect(terms, resolve, reject));
  }

  /** Lends a connection for one query. */
  run<Result>(query: Runnable, terms: Terms = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      const use = (connection: LentConnection) =>
        connection.start<Result>(query, (error, result) => {
          connection.giveBack();
          if (error) reject(error);
          else resolve(result);
        });
      this.#connect(terms, use, reject);
    });
  }

  /** Closes what is still lent. */
  closeAll(): void {
    this.#watch.forEach((one) => one.close(new ConnectionLost('the database is being closed')));
  }

  #connect({ caller, unhurried }: Terms, use: (connection: LentConnection) => void, refuse: (error: Error) => void) {
    if (this.pool.waitingCount >= this.#limits.waiting)
      return refuse(new ConnectionLost('too many statements wait for a connection'));
    const answerMs = unhurried ? unhurriedLimits.answer : this.#limits.answer;
    const waiting = caller && new WaitingCaller(caller, refuse);
    if (waiting) this.#watch.add(waiting);
    this.pool.connect((error, client, release) => {
      if (waiting) this.#watch.remove(waiting);
      if (error || !client) return refuse(error ?? new ConnectionLost('the pool has no connection'));
      if (caller?.gone) {
        release();
        return refuse(new CallerGone());
      }
      use(new LentConnection(client, this.#watch, answerMs, caller, this.#heard));
    });
  }
}

/** Waits for a connection of the pool as long as the caller waits for the answer. */
class WaitingCaller implements Watched {
  place = -1;
  readonly #caller: Caller;
  /** Refuses; once the promise behind it is settled that changes nothing. */
  readonly close: (error: Error) => void;

  constructor(caller: Caller, refuse: (error: Error) => void) {
    this.#caller = caller;
    this.close = refuse;
  }

  check(): void {
    if (this.#caller.gone) this.close(new CallerGone());
  }
}
