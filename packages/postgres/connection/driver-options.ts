import type { DatabaseConfig } from '../interface/database-config.ts';
import { sessionOptions } from './session-options.ts';
import { requestLimits } from './time-limits.ts';
import { typeParser } from './type-parser.ts';

/** The settings of the driver for connections that lead directly to a server. */
export function driverOptions(config: DatabaseConfig) {
  return {
    options: sessionOptions(config),
    connectionTimeoutMillis: requestLimits(config).connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types: typeParser,
    // Statements are sent without waiting for the answers to those before them.
    pipeline: true,
  };
}
