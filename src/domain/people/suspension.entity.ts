import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const SuspensionSchema = defineEntity({
  name: 'Suspension',
  tableName: 'suspension',
  properties: {
    /** Whose account is suspended. */
    user: () => p.oneToOne(User).primary().owner().deleteRule('cascade'),
    /** When it ends by itself; null: when staff end it. The sweep removes it some time after. */
    until: p.datetime(6).columnType('timestamptz(6)').nullable(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'suspension_until',
      expression: 'create index suspension_until on suspension (until) where until is not null',
    },
  ],
});

/** An account that staff have suspended (decisions D216). */
export class Suspension extends SuspensionSchema.class {}
SuspensionSchema.setClass(Suspension);
