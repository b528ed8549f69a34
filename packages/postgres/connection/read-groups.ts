import type { PooledConnection, Runnable } from './pooled-connection.ts';
import type { Caller } from '../interface/query-options.ts';
import { UsualTimes } from './usual-times.ts';

/** The largest number of reads that share a connection, and the milliseconds that they usually take together. */
const largest = { reads: 8, ms: 8 } as const;

/** A statement that only reads, and is its own transaction. */
export interface Read {
  query: Runnable & { readonly name: string };
  caller: Caller | undefined;
  done: (error: Error | null, result: unknown) => void;
}

/**
 * Reads that begin in the same turn of the event loop, often of different requests. They share connections, and are sent in one
 * write to each, because a write and its answer take longer than what PostgreSQL does for a small read
 * (docs/performance.md#reads-that-share-a-connection). Each is a transaction of its own, and fails alone. They are answered one
 * after the other, so what usually takes long gets a connection of its own.
 */
export class ReadGroups {
  readonly #connect: (group: readonly Read[], caller: Caller | undefined) => void;
  readonly #usual = new UsualTimes();
  #reads: Read[] = [];

  /** @param connect is called with each group, which is to be run on one connection, and with those who wait for its answers */
  constructor(connect: (group: readonly Read[], caller: Caller | undefined) => void) {
    this.#connect = connect;
  }

  /** Runs a read at the end of this turn. */
  add(read: Read): void {
    if (this.#reads.push(read) === 1) setImmediate(() => this.#send());
  }

  /** Runs the reads of a group. @param over the connection, which is released after the last of them */
  run(group: readonly Read[], over: PooledConnection): void {
    let left = group.length;
    over.together(() => {
      for (const { query, caller, done } of group)
        over.start(
          query,
          (error, result) => {
            if (--left === 0) over.release();
            done(error, result);
          },
          caller,
          (ms) => this.#usual.add(query.name, ms),
        );
    });
  }

  #open(group: readonly Read[]): void {
    this.#connect(group, group.length === 1 ? group[0]?.caller : new GroupCaller(group));
  }

  #send(): void {
    const reads = this.#reads;
    this.#reads = [];
    let group: Read[] = [];
    let ms = 0;
    for (const read of reads) {
      const own = this.#usual.of(read.query.name);
      if (group.length === largest.reads || (group.length > 0 && ms + own > largest.ms)) {
        this.#open(group);
        group = [];
        ms = 0;
      }
      group.push(read);
      ms += own;
    }
    this.#open(group);
  }
}

/** Those who wait for the answers of a group. */
class GroupCaller implements Caller {
  readonly #group: readonly Read[];

  constructor(group: readonly Read[]) {
    this.#group = group;
  }

  /** Whether nobody waits any more. */
  get gone(): boolean {
    return this.#group.every(({ caller }) => caller?.gone);
  }
}
