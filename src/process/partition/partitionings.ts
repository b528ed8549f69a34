import type { Partitioning } from './partition-online.ts';

/** The number of rows from which on a table that is partitioned by ids gains from it. */
export const manyRows = 20_000_000;

/** A table in ranges of ids. The service drops the constraint in time if the command is interrupted (make_id_partitions). */
const byId = (table: string, key: string): Partitioning => ({
  table,
  key,
  bound: `((newest_id('${table}', '${key}') / 1000000 + 11) * 1000000)::text`,
  indexes: [],
  swap: `select partition_by_id('${table}')`,
});

/** The tables that grow without end, in the order in which `npx runners partition` makes them partitioned. */
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
  byId('message', 'id'),
  byId('workout_track', 'workout_id'),
  byId('workout_sensors', 'workout_id'),
];
