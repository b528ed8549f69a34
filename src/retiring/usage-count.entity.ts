import { defineEntity, p } from '@mikro-orm/core';

const UsageCountSchema = defineEntity({
  name: 'UsageCount',
  tableName: 'usage_count',
  properties: {
    /** The day of the calls, in UTC. */
    day: p.date().primary(),
    /** The name of the client without its versions, and its versions; these are empty where there was no room for them. */
    client: p.text().primary(),
    version: p.text().primary(),
    /** What it has called (`Entry` of `src/platform/observability/usage-counts.ts`). */
    element: p.text().primary(),
    calls: p.bigint('number'),
  },
});

/** How often a client has called something in a day. */
export class UsageCount extends UsageCountSchema.class {}
UsageCountSchema.setClass(UsageCount);
