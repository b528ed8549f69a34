import { Failure } from '../../errors.ts';

/** Seconds after which a client that found no room may try again. */
const retryAfter = 10;

interface Waiting {
  bytes: number;
  enter(): void;
}

/** Room for so many bytes in this process. Whoever finds none waits in turn, for a while. */
export class ByteSemaphore {
  #free: number;
  readonly #waiting: Waiting[] = [];
  readonly #patience: number;

  /**
   * @param bytes that fit
   * @param patience milliseconds that anybody waits for room
   */
  constructor(bytes: number, patience: number) {
    this.#free = bytes;
    this.#patience = patience;
  }

  /** Takes room if there is some at once. */
  tryTake(bytes: number): boolean {
    if (bytes > this.#free || this.#waiting.length > 0) return false;
    this.#free -= bytes;
    return true;
  }

  /** Takes room as soon as there is some. @throws Failure BUSY when that takes too long */
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

  /** Gives back what was taken. */
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

/** The refusal of work that there is no room for. */
export function busy(): Failure {
  return new Failure('BUSY', undefined, { retryAfter });
}
