import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

/** What pino keeps in a logger. */
interface Internals {
  /** The fields of all its lines, with a comma before each: `,"pid":1,"hostname":"a"`. */
  [pino.symbols.chindingsSym]: string;
  [pino.symbols.streamSym]: DestinationStream & { lastLevel?: number };
}

/** pino's number of the level `info`. */
const info = 30;

/**
 * Returns a function that writes a line of the level `info`, in the form in which pino writes it. pino examines each value and its
 * serializer, which takes three times as long for a line that consists of known fields (docs/observability.md#what-it-costs).
 * @returns a function of the fields as JSON without its braces, such as `"status":200`, and of the message; it does nothing when
 * the level is not enabled
 */
export function makeLineWriter(log: Logger): (fields: string, message: string) => void {
  const { [pino.symbols.chindingsSym]: shared, [pino.symbols.streamSym]: stream } = log as unknown as Internals;
  return (fields, message) => {
    if (!log.isLevelEnabled('info')) return;
    stream.lastLevel = info;
    stream.write(`{"level":${info},"time":${Date.now()}${shared},${fields},"msg":"${message}"}\n`);
  };
}
