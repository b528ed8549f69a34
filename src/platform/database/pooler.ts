import pg from 'pg';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from '../config.ts';
import { settingLimits } from './connection-pool.ts';
import { makeHosts } from './hosts.ts';
import { driverOptions } from './orm-options.ts';
import type { DatabaseConfig } from './orm-options.ts';
import type { TimeLimits } from './time-limits.ts';

const page = 'docs/configuration.md#pgbouncer';

/** What is read of a database to recognize it, and whether a pooler is in front of it. */
interface Found {
  pid: number;
  database: string;
  system: string;
  statementTimeout: string;
}

const wanted = `select pg_backend_pid() as pid, current_database() as database,
  (select system_identifier::text from pg_control_system()) as system,
  current_setting('statement_timeout') as "statementTimeout"`;

/** The connections that do not lead through PgBouncer, for notifications, migrations and maintenance. */
export function makeDirectPool(config: DatabaseConfig, url: string): pg.Pool {
  const hosts = makeHosts(url);
  const onConnect = hosts.count > 1 ? { onConnect: hosts.verify } : {};
  const pool = new pg.Pool({ ...driverOptions(config), ...onConnect, max: config.databasePool, Client: hosts.Client });
  // Whoever uses a connection gets its error as well.
  return pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
}

/**
 * Checks that DATABASE_URL leads through a pooler if and only if DATABASE_DIRECT_URL is set, and that both lead to the
 * same database. A warning is logged if statements outside of transactions have no time limit.
 * @throws ConfigError
 */
export async function checkPooler(parts: {
  pool: pg.Pool;
  direct: pg.Pool;
  limits: TimeLimits;
  log: Pick<Logger, 'warn'> | undefined;
}): Promise<void> {
  const { pool, direct, limits, log } = parts;
  const found = await look(pool);
  if (direct === pool) {
    if (found.isPooled) throw directUrlIsMissing();
    return;
  }
  const beside = await look(direct).catch((error: unknown) => {
    throw refusedByPooler(error) ? directUrlIsPooled() : error;
  });
  if (beside.isPooled) throw directUrlIsPooled();
  if (beside.database !== found.database || beside.system !== found.system)
    throw new ConfigError('DATABASE_DIRECT_URL: leads to another database than DATABASE_URL');
  if (found.isPooled && found.statementTimeout === '0')
    log?.warn(
      `the connections of the pooler have no time limit; set its connect_query to '${settingLimits(limits, 'set')}' (${page})`,
    );
}

/** The error for a connection that PgBouncer has refused because of settings that it does not know; null for others. */
export function refusedByPooler(error: unknown): ConfigError | null {
  const refused = error instanceof Error && /unsupported startup parameter/.test(error.message);
  return refused ? directUrlIsMissing() : null;
}

function directUrlIsPooled(): ConfigError {
  return new ConfigError(`DATABASE_DIRECT_URL: must not lead through a connection pooler (${page})`);
}

function directUrlIsMissing(): ConfigError {
  return new ConfigError(
    `DATABASE_DIRECT_URL: is required, because DATABASE_URL leads through a connection pooler (${page})`,
  );
}

async function look(pool: pg.Pool): Promise<Found & { isPooled: boolean }> {
  const client = (await pool.connect()) as PoolClient & { processID: number };
  try {
    const { rows } = await client.query<Found>(wanted);
    const found = rows[0] as Found;
    // A pooler gives each client a number of its own.
    return { ...found, isPooled: found.pid !== client.processID };
  } finally {
    client.release();
  }
}
