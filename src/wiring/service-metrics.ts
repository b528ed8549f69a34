import { oldCredentialMetrics } from '../domain/accounts/old-credentials.ts';
import { migrationNames } from '../platform/database/migration-names.ts';
import { lastBackup } from '../platform/last-backup.ts';
import { version } from '../platform/version.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { planGauges } from '../retiring/plan-gauges.ts';
import type { SharedRedis } from '../platform/redis.ts';
import type { ProcessContext } from '../domain/context.ts';

/** Milliseconds within which the database has to answer to be up. The look at a gauge is not longer. */
const patienceMs = 800;

/** Adds the gauges of a service to its metrics: version, database, backup, pool, queues, live events, the plan of what ends, Redis. */
export function watchService(
  { observer, database, capacity, live, plan }: ProcessContext,
  dataDir: string,
  redis?: SharedRedis,
): void {
  const queues = (of: 'running' | 'waiting') => () => {
    return Object.fromEntries(Object.entries(capacity).map(([name, gate]) => [name, gate.state[of]] as const));
  };
  observer.metrics.watch(
    ...oldCredentialMetrics,
    ...planGauges(plan),
    {
      name: 'runners_build_info',
      help: 'The version of the service and the newest of its migrations, as labels.',
      type: 'gauge',
      labels: { version, migration: migrationNames.at(-1) ?? '' },
      read: () => 1,
    },
    {
      name: 'runners_database_up',
      help: 'Whether the database answers this process within 0.8 seconds (1) or not (0).',
      type: 'gauge',
      read: () =>
        withTimeout(patienceMs, 'the database', database.probe()).then(
          () => 1,
          () => 0,
        ),
    },
    {
      name: 'runners_last_backup_timestamp_seconds',
      help: 'When the last backup was made, by the file last-backup in DATA_DIR; 0 if there is none.',
      type: 'gauge',
      shared: true,
      read: () => lastBackup(dataDir),
    },
    {
      name: 'runners_database_connections',
      help: 'Connections to the database (max, open, idle), and callers that wait for one (waiting).',
      type: 'gauge',
      label: 'state',
      read: () => ({ ...database.pool() }),
    },
    {
      name: 'runners_queue_running',
      help: 'Running tasks of expensive work.',
      type: 'gauge',
      label: 'queue',
      read: queues('running'),
    },
    {
      name: 'runners_queue_waiting',
      help: 'Waiting tasks of expensive work.',
      type: 'gauge',
      label: 'queue',
      read: queues('waiting'),
    },
    {
      name: 'runners_live_event_lag_seconds',
      help: 'Age of the oldest live event that this process has not delivered.',
      type: 'gauge',
      read: () => live.lag(),
    },
  );
  const { replicas } = database;
  if (replicas)
    observer.metrics.watch(
      {
        name: 'runners_replica_used',
        help: 'Whether queries are sent to the replica (1) or it is too far behind or does not respond (0).',
        type: 'gauge',
        label: 'replica',
        read: () => Object.fromEntries(replicas.all.map(({ name, isUsed }) => [name, isUsed ? 1 : 0])),
      },
      {
        name: 'runners_replica_lag_seconds',
        help: 'Time by which the replica is at most behind the primary. There is no value if it is not known.',
        type: 'gauge',
        label: 'replica',
        read: () =>
          Object.fromEntries(
            replicas.all.filter(({ lagMs }) => lagMs < Infinity).map(({ name, lagMs }) => [name, lagMs / 1000]),
          ),
      },
    );
  if (redis)
    observer.metrics.watch({
      name: 'runners_redis_usable',
      help: 'Whether Redis responds (1) or each process counts for itself (0).',
      type: 'gauge',
      read: () => (redis.usable() ? 1 : 0),
    });
}
