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
    /** Identifies this log, to distinguish it from that of another database, and from what it was before a restore. */
    epoch: p.uuid().defaultRaw('gen_random_uuid()'),
    /**
     * The server in which this epoch assigns positions: its system identifier and timeline, `7711114710547605555/00000001`. The
     * function `live_log_epoch` begins another epoch when the server is another one. Null until it was called once.
     */
    origin: p.string().length(40).nullable(),
  },
});

/** The state of the log of events, in one row. */
export class LiveLog extends LiveLogSchema.class {}
LiveLogSchema.setClass(LiveLog);
