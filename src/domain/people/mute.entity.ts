import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const MuteSchema = defineEntity({
  name: 'Mute',
  tableName: 'mute',
  properties: {
    /** Who mutes. */
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** Who is muted, and does not learn of it. */
    muted: () => p.manyToOne(User).primary().deleteRule('cascade').index(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** One user muting another (decisions D212). */
export class Mute extends MuteSchema.class {}
MuteSchema.setClass(Mute);
