import { defineEntity, p } from '@mikro-orm/core';

const UsagePageSchema = defineEntity({
  name: 'UsagePage',
  tableName: 'usage_page',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** The day of the calls, in UTC. */
    day: p.date().index(),
    /** The hour of the day, from 0 to 23; null for a page with all of its hours. */
    hour: p.smallint().nullable(),
    /** The calls by client, entry and hour (`src/retiring/usage-content.ts`). */
    content: p.blob(),
  },
});

/** Calls of an hour or a day, as one or several processes have counted them. */
export class UsagePage extends UsagePageSchema.class {}
UsagePageSchema.setClass(UsagePage);
