import { defineEntity, p } from '@mikro-orm/core';

const LiveEpochSchema = defineEntity({
  name: 'LiveEpoch',
  tableName: 'live_epoch',
  properties: {
    /** The former `live_log.epoch`. */
    epoch: p.uuid().primary(),
    /** The last position of that epoch that is in this database. Later ones were lost. */
    lastSeq: p.bigint('number'),
    endedDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/**
 * A former epoch of the log. An epoch ends when the database is restored, fails over or moves to another server, because the
 * positions that follow may then be assigned a second time (decisions D425).
 */
export class LiveEpoch extends LiveEpochSchema.class {}
LiveEpochSchema.setClass(LiveEpoch);
