import { defineEntity, p } from '@mikro-orm/core';

const LiveLogSchema = defineEntity({
  name: 'LiveLog',
  tableName: 'live_log',
  properties: {
    /** Always true: there is one row. */
    only: p.boolean().primary().default(true),
    /** The newest place given out. The lock of this row puts those who give places in a line. */
    lastSeq: p.bigint('number').default(0),
    /** Events up to here are deleted. */
    prunedSeq: p.bigint('number').default(0),
    /** Tells this log from that of another database. */
    epoch: p.uuid().defaultRaw('gen_random_uuid()'),
  },
});

/** Where the log of events stands: one row. */
export class LiveLog extends LiveLogSchema.class {}
LiveLogSchema.setClass(LiveLog);
