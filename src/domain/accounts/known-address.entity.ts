import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';

const KnownAddressSchema = defineEntity({
  name: 'KnownAddress',
  tableName: 'known_address',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** HMAC of the network address with the secret of the service. */
    digest: p.blob().primary(),
    seenDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/**
 * A network address from which the user has signed in to the account. Failed sign-ins from other addresses do not lock
 * the user out there.
 */
export class KnownAddress extends KnownAddressSchema.class {}
KnownAddressSchema.setClass(KnownAddress);
