import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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
