import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** SHA-256 of the key; the key itself is shown once and never stored (A4). */
    keyHash: p.blob().unique(),
    /** What signed in: the User-Agent, cut to 200 characters. */
    label: p.string().length(200).default(''),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** One sign-in of one device. */
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
