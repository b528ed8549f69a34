import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    /** SHA-256 of the token in the mailed link. A token can be used once and is then deleted (A7). */
    tokenHash: p.blob().primary(),
    user: () => p.oneToOne(User).owner().deleteRule('cascade'),
    expiresDate: p.datetime(6).columnType('timestamptz(6)'),
  },
});

/** A requested password reset, which can be completed until it expires. A user has only the latest one (N21). */
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);
