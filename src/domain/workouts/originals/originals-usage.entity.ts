import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../people/user.entity.ts';

const OriginalsUsageSchema = defineEntity({
  name: 'OriginalsUsage',
  tableName: 'originals_usage',
  properties: {
    user: () => p.oneToOne(User).primary().owner().deleteRule('cascade'),
    /** The sum of the sizes of the original files of this user. */
    bytes: p.bigint('number'),
  },
});

/** How much of their quota of original files a user has used. Without any file there may be no row. */
export class OriginalsUsage extends OriginalsUsageSchema.class {}
OriginalsUsageSchema.setClass(OriginalsUsage);
