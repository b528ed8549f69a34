import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes outside V8's heap, more than there were at the least, that are worth a full collection. */
const much = 64 * 1024 * 1024;
let least = Infinity;
let collector: NodeJS.GCFunction | undefined;

/**
 * Collects garbage in this thread now. V8 has no eye for memory outside its heap: of buffers and tracks it lets hundreds
 * of megabytes gather before it collects them by itself.
 */
export function collect(options: NodeJS.GCOptions): void {
  if (!collector) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as NodeJS.GCFunction;
    setFlagsFromString('--no-expose-gc');
  }
  void collector(options);
}

/**
 * Collects what is garbage after something large, once there is much of it. A small collection finds what is young; what
 * had to wait for others has grown old meanwhile.
 */
export function collectOutside(): void {
  collect({ type: 'minor' });
  least = Math.min(least, process.memoryUsage().external);
  if (process.memoryUsage().external < least + much) return;
  collect({ type: 'major' });
  least = process.memoryUsage().external;
}
