import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const MuteSchema = defineEntity({
  name: 'Mute',
  tableName: 'mute',
  properties: {
    /** The user who has muted the other one. */
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** The muted user, who is not informed. */
    muted: () => p.manyToOne(User).primary().deleteRule('cascade').index(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** A user whom another user has muted (decisions D212). */
export class Mute extends MuteSchema.class {}
MuteSchema.setClass(Mute);
