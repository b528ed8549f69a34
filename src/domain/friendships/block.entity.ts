import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const BlockSchema = defineEntity({
  name: 'Block',
  tableName: 'block',
  properties: {
    /** Who blocks. */
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** Who is blocked: the blocker's things are not there for them. */
    blocked: () => p.manyToOne(User).primary().deleteRule('cascade').index(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** One user blocking another. */
export class Block extends BlockSchema.class {}
BlockSchema.setClass(Block);
