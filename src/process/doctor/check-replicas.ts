import pg from 'pg';
import type { Config } from '../../platform/config.ts';
import { failed, passed, patienceMs, reasonOf, warning } from './check.ts';
import type { Finding } from './check.ts';

/** Checks each replica: whether it responds, follows a primary, and lets long queries delay its replay. It only reads. */
export function checkReplicas(config: Config): Promise<Finding[]> {
  return Promise.all(config.databaseReplicaUrls.map((url) => checkReplica(url, config.databaseReplicaMaxLag)));
}

/** The settings of a replica. */
interface Standby {
  follows: boolean;
  feedback: boolean;
  /** Milliseconds for which queries may delay the replay; negative for as long as they take. */
  delay: number;
}

async function checkReplica(connectionString: string, maxLagMs: number): Promise<Finding> {
  const { host, pathname } = new URL(connectionString);
  const what = `replica ${host}${pathname}`;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Standby>(
      `select pg_is_in_recovery() as follows, current_setting('hot_standby_feedback')::bool as feedback,
         (select setting::int from pg_settings where name = 'max_standby_streaming_delay') as delay`,
    );
    const { follows, feedback, delay } = rows[0] as Standby;
    if (!follows)
      return failed(what, 'The server is no standby', 'Correct DATABASE_REPLICA_URLS, or let the server follow.');
    if (!feedback || delay < 0 || delay >= maxLagMs)
      return warning(
        what,
        'Long queries can delay its replay, so that it is left out',
        `Set hot_standby_feedback = on and max_standby_streaming_delay to less than ${maxLagMs} ms on it.`,
      );
    return passed(what, 'It responds and follows a primary');
  } catch (error) {
    return failed(
      what,
      `The connection failed: ${reasonOf(error)}`,
      'Start it, or remove it from DATABASE_REPLICA_URLS.',
    );
  } finally {
    await client.end().catch(() => {});
  }
}
