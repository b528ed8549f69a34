import type { Pool } from 'pg';
import { LentConnection } from './lent-connection.ts';
import { StatementWatch } from './statement-watch.ts';
import type { Watched } from './statement-watch.ts';
import { serverSettings, unhurriedLimits } from './time-limits.ts';
import type { TimeLimits } from './time-limits.ts';
import { CallerGone, ConnectionLost } from './unavailable.ts';
import type { Caller } from './unavailable.ts';

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
  readonly #watch = new StatementWatch();
  readonly #lent = new Set<LentConnection>();

  constructor(pool: Pool, limits: TimeLimits) {
    this.pool = pool;
    this.#limits = limits;
  }

  /** A connection, once there is one. @throws CallerGone, ConnectionLost when too many wait, or what the driver says */
  lend({ caller, unhurried }: Terms = {}): Promise<LentConnection> {
    const answerMs = unhurried ? unhurriedLimits.answer : this.#limits.answer;
    return new Promise((resolve, reject) => {
      if (this.pool.waitingCount >= this.#limits.waiting)
        return reject(new ConnectionLost('too many statements wait for a connection'));
      const waiting: Watched | undefined = caller && {
        check: () => void (caller.gone && reject(new CallerGone())),
      };
      if (waiting) this.#watch.add(waiting);
      this.pool.connect((error, client, release) => {
        if (waiting) this.#watch.remove(waiting);
        if (error || !client) return reject(error ?? new ConnectionLost('the pool has no connection'));
        if (caller?.gone) {
          release();
          return reject(new CallerGone());
        }
        resolve(new LentConnection(client, this.#lent, this.#watch, answerMs, caller));
      });
    });
  }

  /** Lends a connection for one query. */
  async run<Result>(query: object, terms?: Terms): Promise<Result> {
    const connection = await this.lend(terms);
    try {
      return await connection.run<Result>(query);
    } finally {
      connection.giveBack();
    }
  }

  /** Closes what is still lent. */
  closeAll(): void {
    for (const connection of this.#lent) connection.close(new ConnectionLost('the database is being closed'));
  }
}
