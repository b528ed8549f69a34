import { Watch } from '@runners/limits';
import { Failure } from '../../errors.ts';
import { declareBound } from '../bounds.ts';
import { ConfigError } from '../config.ts';
import type { Given } from '@runners/postgres';
import { migrationNames } from './migration-names.ts';
import { extensions } from './orm-options.ts';
import { CallerGone, OutcomeUnknown, unavailable } from './unavailable.ts';

const bounds = {
  lent: declareBound(import.meta.url, {
    name: 'database_connections',
    holds: 'open connections to the database',
    limit: '`DATABASE_POOL`',
    unit: 'connections',
    share: 'Statements take their turns within `requests_running` and the other gates, which have shares.',
    beyond: 'Statements and transactions wait for a connection, for at most a third of `DATABASE_TIMEOUT`.',
  }),
  waiting: declareBound(import.meta.url, {
    name: 'database_waiting',
    holds: 'statements and transactions that wait for a connection',
    limit: '64 times `DATABASE_POOL`, at least 256',
    unit: 'statements',
    share: 'Statements come from requests that a gate has let in, which has shares.',
    beyond: 'The request is answered with UNAVAILABLE (503 with `Retry-After`).',
  }),
  embeddedStatements: declareBound(import.meta.url, {
    name: 'embedded_statements',
    holds: 'prepared statements of the embedded database',
    limit: 500,
    unit: 'statements',
    share: 'None: it follows from the code, and not from callers.',
    beyond: 'The least recently used statement is closed, and is prepared again when it is next used.',
  }),
};

/** What this service gives to every database that it opens: its bounds, its failures, and how its settings are called. */
export const databaseParts = {
  bounds,
  extensions,
  failures: {
    Failure,
    CallerGone,
    OutcomeUnknown,
    unavailable,
    misconfigured: (sentence: string) => new ConfigError(sentence),
  },
  makeWatch: (everyMs: number) => new Watch(everyMs),
  migrations: migrationNames,
  settings: {
    url: 'DATABASE_URL',
    directUrl: 'DATABASE_DIRECT_URL',
    replicaUrls: 'DATABASE_REPLICA_URLS',
    dataDir: 'DATA_DIR',
    poolerPage: 'docs/configuration.md#pgbouncer',
  },
} satisfies Partial<Given>;
