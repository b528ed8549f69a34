import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';

const SocialAccountSchema = defineEntity({
  name: 'SocialAccount',
  tableName: 'social_account',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** Identifier of the network, as configured. */
    network: p.string().length(40),
    /** The id of the user in the network. */
    socialId: p.string().length(100),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  uniques: [{ name: 'social_account_of_person', properties: ['network', 'socialId'] }],
});

/**
 * A user of a social network who signs in to an account here. An account may have several of them; each of them has one
 * account.
 */
export class SocialAccount extends SocialAccountSchema.class {}
SocialAccountSchema.setClass(SocialAccount);
