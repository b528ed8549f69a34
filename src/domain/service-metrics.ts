import type { SharedRedis } from '../platform/redis.ts';
import { waitingPasswords } from './accounts/passwords.ts';
import type { Surroundings } from './context.ts';

/** Adds to the metrics what can be looked up of a service: pool, queues, live events, Redis. */
export function watchService({ observer, database, capacity, live }: Surroundings, redis?: SharedRedis): void {
  const queues = (of: 'running' | 'waiting') => () => {
    const found = Object.entries(capacity).map(([name, gate]) => [name, gate.state[of]] as const);
    return { ...Object.fromEntries(found), ...(of === 'waiting' ? { passwords: waitingPasswords() } : {}) };
  };
  observer.metrics.watch(
    {
      name: 'runners_database_connections',
      help: 'Connections to the database: the most there may be, open, idle, and callers that wait for one.',
      type: 'gauge',
      label: 'state',
      read: () => ({ ...database.pool() }),
    },
    {
      name: 'runners_queue_running',
      help: 'Expensive work under way.',
      type: 'gauge',
      label: 'queue',
      read: queues('running'),
    },
    {
      name: 'runners_queue_waiting',
      help: 'Expensive work that waits.',
      type: 'gauge',
      label: 'queue',
      read: queues('waiting'),
    },
    {
      name: 'runners_live_event_lag_seconds',
      help: 'How long the oldest live event has waited that this process has not delivered.',
      type: 'gauge',
      read: () => live.lag(),
    },
  );
  if (redis)
    observer.metrics.watch({
      name: 'runners_redis_usable',
      help: 'Whether Redis answers (1) or each process counts alone (0).',
      type: 'gauge',
      read: () => (redis.usable() ? 1 : 0),
    });
}
