import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from './user.entity.ts';

const SuspensionSchema = defineEntity({
  name: 'Suspension',
  tableName: 'suspension',
  properties: {
    /** The suspended user. */
    user: () => p.oneToOne(User).primary().owner().deleteRule('cascade'),
    /** When it expires, or null if it lasts until the staff end it. A periodic task deletes the row soon afterwards. */
    until: p.datetime(6).columnType('timestamptz(6)').nullable(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [madeBy('create index suspension_until on suspension (until) where until is not null')],
});

/** The suspension of an account by the staff (decisions D216). */
export class Suspension extends SuspensionSchema.class {}
SuspensionSchema.setClass(Suspension);
