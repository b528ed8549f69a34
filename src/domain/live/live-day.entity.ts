import { defineEntity, p } from '@mikro-orm/core';

const LiveDaySchema = defineEntity({
  name: 'LiveDay',
  tableName: 'live_day',
  properties: {
    /** A day of `LiveEvent.createdDate` in UTC. The first one may stand for all days before. */
    day: p.date().primary(),
    /** The highest position of an event of that day. */
    lastSeq: p.bigint('number'),
  },
});

/**
 * The days of the log, from which the function `live_since` knows where the events after a position begin. The function
 * `live_events` writes it (`src/platform/database/migrations/partitions/live-positions.ts`).
 */
export class LiveDay extends LiveDaySchema.class {}
LiveDaySchema.setClass(LiveDay);
