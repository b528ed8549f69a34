import { defineEntity, p } from '@mikro-orm/core';

const LiveLogSchema = defineEntity({
  name: 'LiveLog',
  tableName: 'live_log',
  properties: {
    /** Always true, because there is one row. */
    only: p.boolean().primary().default(true),
    /**
     * The newest position that was assigned. The lock of this row makes processes assign positions one after the other.
     */
    lastSeq: p.bigint('number').default(0),
    /** Events up to here are deleted. */
    prunedSeq: p.bigint('number').default(0),
    /** Identifies this log, to distinguish it from that of another database. */
    epoch: p.uuid().defaultRaw('gen_random_uuid()'),
  },
});

/** The state of the log of events, in one row. */
export class LiveLog extends LiveLogSchema.class {}
LiveLogSchema.setClass(LiveLog);
