import { defineEntity, p } from '@mikro-orm/core';

const TakeOverSchema = defineEntity({
  name: 'TakeOver',
  tableName: 'take_over',
  properties: {
    /** Always 1. */
    id: p.smallint().primary().autoincrement(false),
    begunDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** Null while it is being prepared, and writes are refused. */
    openedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
});

/** The takeover of another service, if there is one (docs/taking-over.md). */
export class TakeOver extends TakeOverSchema.class {}
TakeOverSchema.setClass(TakeOver);
