import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import { safeError } from '../platform/observability/safe-error.ts';

/** Characters of lines that are written together, and milliseconds for which a line waits at most. */
const together = { characters: 16_384, ms: 250 } as const;
/** pino's number of the level `warn`. */
const warn = 40;

/**
 * The log of the process, on its standard output, a line of JSON each. Lines of requests are gathered, and written some at a
 * time: a system call for each would cost as much as a small request. Warnings and errors are written at once, and what still
 * waits is written when the process ends.
 */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const output = pino.destination({ sync: true });
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = '';
    if (lines !== '') output.write(lines);
  };
  const gathering: DestinationStream & { lastLevel: number } = {
    lastLevel: 0,
    write(line) {
      waiting += line;
      if (this.lastLevel >= warn || waiting.length >= together.characters) flush();
      else timer ??= setTimeout(flush, together.ms).unref();
    },
  };
  // pino then says of which level a line is.
  Object.assign(gathering, { [Symbol.for('pino.metadata')]: true });
  process.on('exit', flush);
  return pino({ level: logLevel, serializers: { err: safeError } }, gathering);
}
