import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';

const BlockSchema = defineEntity({
  name: 'Block',
  tableName: 'block',
  properties: {
    /** The user who blocks. */
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** The blocked user, who sees nothing of the user who blocks. */
    blocked: () => p.manyToOne(User).primary().deleteRule('cascade').index(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** A block of one user by another. */
export class Block extends BlockSchema.class {}
BlockSchema.setClass(Block);
