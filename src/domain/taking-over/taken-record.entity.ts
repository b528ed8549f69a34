import { defineEntity, p } from '@mikro-orm/core';

const TakenRecordSchema = defineEntity({
  name: 'TakenRecord',
  tableName: 'taken_record',
  properties: {
    /** The file of the bundle, such as `workouts`. */
    kind: p.string().length(20).primary(),
    /** The id of the record, or a number that is made of what it connects. */
    id: p.bigint('number').primary().autoincrement(false),
    /** The first bytes of the SHA-256 of the record as it was read, by which a later bundle is compared. */
    content: p.blob(),
    /** Of what version 1.0.0 has loaded: a digest of what its owner could change, as it was stored; otherwise empty. */
    state: p.string().length(32),
    /** The mark of each field that its owner could change, as it was stored (`marks.ts`). Another one shows a change here. */
    marks: p.blob().nullable(),
  },
});

/** A record that was taken over from another service (docs/taking-over.md). */
export class TakenRecord extends TakenRecordSchema.class {}
TakenRecordSchema.setClass(TakenRecord);
