import { defineEntity, p } from '@mikro-orm/core';

const RetirementPauseSchema = defineEntity({
  name: 'RetirementPause',
  tableName: 'retirement_pause',
  properties: {
    /** Always 1. */
    id: p.smallint().primary().autoincrement(false),
    sinceDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** There is a row while nothing is switched off, whatever the plan says. */
export class RetirementPause extends RetirementPauseSchema.class {}
RetirementPauseSchema.setClass(RetirementPause);
