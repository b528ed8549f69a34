import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const KeptAnswerSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answer',
  properties: {
    /** A keyed digest of the caller and the Idempotency-Key, base64url. */
    id: p.string().length(43).primary(),
    /** Whose it is; null for a caller without an API key. */
    user: () => p.manyToOne(User).deleteRule('cascade').nullable().index(),
    /** SHA-256 of the request's content. */
    content: p.blob(),
    /** The answer, encrypted with a key that is derived from the Idempotency-Key. Null when it was too large. */
    answer: p.blob().nullable(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()').index(),
  },
});

/** The answer of a request with an Idempotency-Key, for the same request that comes again (decisions D254). */
export class KeptAnswer extends KeptAnswerSchema.class {}
KeptAnswerSchema.setClass(KeptAnswer);
