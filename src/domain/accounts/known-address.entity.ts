import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const KnownAddressSchema = defineEntity({
  name: 'KnownAddress',
  tableName: 'known_address',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** HMAC of the network address with the service's secret. */
    digest: p.blob().primary(),
    seenDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** A network address from which somebody has signed in to an account: guesses from elsewhere don't lock it out there. */
export class KnownAddress extends KnownAddressSchema.class {}
KnownAddressSchema.setClass(KnownAddress);
