import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    /** SHA-256 of the token in the mailed link; single-use: deleted when spent (A7). */
    tokenHash: p.blob().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    expiresDate: p.datetime(6).columnType('timestamptz(6)'),
  },
});

/** A password reset that was asked for and may be finished until it expires. */
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);
