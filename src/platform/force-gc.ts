import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The growth of memory outside the heap of V8, in bytes, after which a full collection is worthwhile. */
const much = 64 * 1024 * 1024;
let least = Infinity;
let collector: NodeJS.GCFunction | undefined;

/**
 * Collects garbage in this thread now. V8 does not count memory outside its heap, so it lets hundreds of megabytes of
 * buffers and tracks accumulate before it collects them by itself.
 */
export function forceGc(options: NodeJS.GCOptions): void {
  if (!collector) {
    // The flag stays set: it is one for all threads, and another one may be between these two lines.
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as NodeJS.GCFunction;
  }
  void collector(options);
}

/**
 * Collects garbage after a large object, if there is much of it. A small collection only finds young objects, and
 * objects of requests that had to wait are old by then.
 */
export function collectOutside(): void {
  forceGc({ type: 'minor' });
  least = Math.min(least, process.memoryUsage().external);
  if (process.memoryUsage().external < least + much) return;
  forceGc({ type: 'major' });
  least = process.memoryUsage().external;
}
