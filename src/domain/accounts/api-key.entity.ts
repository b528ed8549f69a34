import { defineEntity, p } from '@mikro-orm/core';
import { lengths } from '../../platform/text.ts';
import { allScopes } from '../rules/scopes.ts';
import { User } from '../people/user.entity.ts';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** SHA-256 of the key. The key itself is shown once and never stored (A4). */
    keyHash: p.blob().unique(),
    /** What signed in or created the key: the User-Agent, cut to 200 characters. */
    label: p.string().length(200).default(''),
    /** What its owner calls it; null for the key of a sign-in. */
    name: p.string().length(lengths.name).nullable(),
    /** The bits of `src/domain/rules/scopes.ts`. */
    scopes: p.integer().default(allScopes),
    /** Whether the key was issued by another service, and taken over. */
    takenOver: p.boolean().default(false),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** Null: it does not expire. */
    expiresDate: p.datetime(6).columnType('timestamptz(6)').nullable().index(),
    /** The beginning of the hour in which it was last used (decisions D252). */
    lastUsedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
    /** The network from which it was used then: 24 bits of an IPv4 address, 48 of an IPv6 address. */
    lastUsedFrom: p.string().length(50).nullable(),
    /** The User-Agent that used it then, cut to 200 characters. */
    lastUsedBy: p.string().length(200).nullable(),
  },
});

/** A key of an account: one sign-in of one device, or one that its owner created. */
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
