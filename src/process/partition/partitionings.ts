import type { Partitioning } from './partition-online.ts';

/** The tables that grow without end, in the order in which `npm run partition` makes them partitioned. */
export const partitionings: readonly Partitioning[] = [
  {
    table: 'live_event',
    key: 'created_date',
    // The service drops the constraint in time if the command is interrupted and not repeated (make_live_partitions).
    bound: `((date_trunc('day', now() at time zone 'UTC') + interval '2 days') at time zone 'UTC')::text`,
    indexes: [
      { name: 'live_event_pkey', unique: true, on: '(id, created_date)' },
      { name: 'live_event_seq', unique: false, on: '(seq) where seq is not null' },
    ],
    swap: 'select partition_live_event()',
  },
];
