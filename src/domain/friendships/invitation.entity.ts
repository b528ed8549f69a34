import { storedLengths } from '../rules/stored-lengths.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';

const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    inviter: () => p.manyToOne(User).deleteRule('cascade'),
    /** The address as it was typed. It is compared without regard to case. */
    email: p.string().length(254),
    name: p.string().length(storedLengths.name).default(''),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** When the latest mail was sent. At most one is sent a day (R15). */
    mailedDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [
    madeBy('create unique index invitation_of_address on invitation (inviter_id, lower(email collate "C"))'),
    madeBy('create index invitation_email on invitation (lower(email collate "C"))'),
    // The former version states it in its insertion. The next migration may drop it.
    madeBy('create unique index invitation_by_address on invitation (inviter_id, lower(email))'),
  ],
});

/**
 * An e-mail address that a user has invited. Its owner becomes a friend of the inviter once the address is proven (R15,
 * N22).
 */
export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);
