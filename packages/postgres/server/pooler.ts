import pg from 'pg';
import type { PoolClient } from 'pg';
import type { Driver } from '../connection/driver.ts';
import { makeHosts } from '../connection/hosts.ts';
import type { DatabaseConfig } from '../interface/database-config.ts';
import { driverOptions } from '../connection/driver-options.ts';
import type { Given } from '../interface/given.ts';
import { pooledSettings, settingsFound, unsuited } from '../connection/session-settings.ts';
import { settingLimits } from '../connection/time-limits.ts';
import type { TimeLimits } from '../connection/time-limits.ts';

/** How the operator is told of a pooler. */
type PoolerGiven = Pick<Given, 'failures' | 'log' | 'settings'>;

/** What is read of a database to recognize it. */
interface Found {
  database: string;
  system: string;
  statementTimeout: string;
  settings: Record<string, string>;
}

const wanted = `select current_database() as database,
  (select system_identifier::text from pg_control_system()) as system,
  current_setting('statement_timeout') as "statementTimeout", ${settingsFound} as settings`;

/** The connections that do not lead through PgBouncer, for notifications, migrations and maintenance. */
export function makeDirectPool(config: DatabaseConfig, url: string, driver: Driver): pg.Pool {
  const hosts = makeHosts(url, driver);
  const onConnect = hosts.count > 1 ? { onConnect: hosts.verify } : {};
  const pool = new pg.Pool({ ...driverOptions(config), ...onConnect, max: config.databasePool, Client: hosts.Client });
  // Whoever uses a connection gets its error as well.
  return pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
}

/**
 * Checks that `databaseUrl` leads through a pooler if and only if `databaseDirectUrl` is set, and that both lead to the
 * same database. A warning is logged if statements outside of transactions have no time limit or other settings.
 * @throws Failures.misconfigured
 */
export async function checkPooler(parts: {
  pool: pg.Pool;
  direct: pg.Pool;
  limits: TimeLimits;
  given: PoolerGiven;
}): Promise<void> {
  const { pool, direct, limits, given } = parts;
  const { failures, log, settings } = given;
  if (direct === pool) {
    if (await isPooled(pool)) throw directUrlIsMissing(given);
    return;
  }
  const directIsPooled = await isPooled(direct).catch((error: unknown) => {
    throw refusedByPooler(error, given) ? directUrlIsPooled(given) : error;
  });
  if (directIsPooled) throw directUrlIsPooled(given);
  const [found, beside] = await Promise.all([look(pool), look(direct)]);
  if (beside.database !== found.database || beside.system !== found.system)
    throw failures.misconfigured(`${settings.directUrl}: leads to another database than ${settings.url}`);
  if (found.statementTimeout === '0')
    log?.warn(
      `the connections of the pooler have no time limit; set its connect_query to '${settingLimits(limits, 'set')}' (${settings.poolerPage})`,
    );
  const others = unsuited(found.settings);
  if (others.length > 0)
    log?.warn(
      `the pooler has other settings (${others.join(', ')}); its connect_query needs '${pooledSettings}' (${settings.poolerPage})`,
    );
}

/** The error for a connection that PgBouncer has refused because of settings that it does not know; null for others. */
export function refusedByPooler(error: unknown, given: PoolerGiven): Error | null {
  const refused = error instanceof Error && /unsupported startup parameter/.test(error.message);
  return refused ? directUrlIsMissing(given) : null;
}

function directUrlIsPooled({ failures, settings }: PoolerGiven): Error {
  return failures.misconfigured(
    `${settings.directUrl}: must not lead through a connection pooler (${settings.poolerPage})`,
  );
}

function directUrlIsMissing({ failures, settings }: PoolerGiven): Error {
  return failures.misconfigured(
    `${settings.directUrl}: is required, because ${settings.url} leads through a connection pooler (${settings.poolerPage})`,
  );
}

async function look(pool: pg.Pool): Promise<Found> {
  return (await pool.query<Found>(wanted)).rows[0] as Found;
}

/** Whether a pooler is in front of the server: it gives each client a number of its own. */
async function isPooled(pool: pg.Pool): Promise<boolean> {
  const client = (await pool.connect()) as PoolClient & { processID: number };
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid !== client.processID;
  } finally {
    client.release();
  }
}
