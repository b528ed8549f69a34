import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    /** SHA-256 of the token in the mailed link; single-use: deleted when spent (A7). */
    tokenHash: p.blob().primary(),
    user: () => p.oneToOne(User).owner().deleteRule('cascade'),
    expiresDate: p.datetime(6).columnType('timestamptz(6)'),
  },
});

/** A password reset that was asked for and may be finished until it expires: a person has one, the latest (N21). */
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);
