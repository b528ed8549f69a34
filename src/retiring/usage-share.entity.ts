import { defineEntity, p } from '@mikro-orm/core';

const UsageShareSchema = defineEntity({
  name: 'UsageShare',
  tableName: 'usage_share',
  properties: {
    day: p.date().primary(),
    /** The id of whoever brought in the entries, 0 for all without a key; -1 for the whole day. */
    share: p.bigint('number').primary().autoincrement(false),
    /** The rows of `usage_count`, and the clients, that were new. */
    entries: p.integer(),
    clients: p.integer(),
  },
});

/** How much of the room of a day is taken. It is kept until the day is over. */
export class UsageShare extends UsageShareSchema.class {}
UsageShareSchema.setClass(UsageShare);
