import { Failure } from '../../errors.ts';

/** Seconds after which a client that was refused may try again. */
const retryAfter = 10;

interface Waiting {
  bytes: number;
  enter(): void;
}

/**
 * A semaphore that counts bytes of memory or disk in this process. Waiting callers are served in order, up to a
 * timeout.
 */
export class ByteSemaphore {
  #free: number;
  readonly #waiting: Waiting[] = [];
  readonly #patience: number;

  /**
   * @param bytes that may be acquired at the same time
   * @param patience the longest time in milliseconds that a caller waits
   */
  constructor(bytes: number, patience: number) {
    this.#free = bytes;
    this.#patience = patience;
  }

  /** Acquires the bytes if they are free now; otherwise returns false. */
  tryTake(bytes: number): boolean {
    if (bytes > this.#free || this.#waiting.length > 0) return false;
    this.#free -= bytes;
    return true;
  }

  /** Acquires the bytes as soon as they are free. @throws Failure BUSY when that takes too long */
  take(bytes: number): Promise<void> {
    if (this.tryTake(bytes)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(busy());
        this.#next();
      };
      const timer = setTimeout(leave, this.#patience).unref();
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { bytes, enter };
      this.#waiting.push(waiting);
    });
  }

  /** Releases acquired bytes. */
  give(bytes: number): void {
    this.#free += bytes;
    this.#next();
  }

  #next(): void {
    for (let first = this.#waiting[0]; first && first.bytes <= this.#free; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= first.bytes;
      first.enter();
    }
  }
}

/** The refusal of work that finds no free bytes. */
export function busy(): Failure {
  return new Failure('BUSY', undefined, { retryAfter });
}
