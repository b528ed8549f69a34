import { oldCredentialMetrics } from '../domain/accounts/old-credentials.ts';
import type { SharedRedis } from '../platform/redis.ts';
import type { ProcessContext } from '../domain/context.ts';

/** Adds the gauges of a service to its metrics: pool, queues, live events, Redis. */
export function watchService({ observer, database, capacity, live }: ProcessContext, redis?: SharedRedis): void {
  const queues = (of: 'running' | 'waiting') => () => {
    return Object.fromEntries(Object.entries(capacity).map(([name, gate]) => [name, gate.state[of]] as const));
  };
  observer.metrics.watch(
    ...oldCredentialMetrics,
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
