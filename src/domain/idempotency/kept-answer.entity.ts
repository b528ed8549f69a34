import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';

const KeptAnswerSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answer',
  properties: {
    /** A keyed digest of the caller and the Idempotency-Key, base64url. */
    id: p.string().length(43).primary(),
    /** The user, or null for a caller without an API key. */
    user: () => p.manyToOne(User).deleteRule('cascade').nullable().index(),
    /** SHA-256 of the content of the request. */
    content: p.blob(),
    /**
     * The answer, encrypted with a key that is derived from the Idempotency-Key. It is null if the answer was too
     * large.
     */
    answer: p.blob().nullable(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()').index(),
  },
});

/**
 * The answer to a request with an Idempotency-Key, which is returned again when the request is repeated (decisions
 * D254).
 */
export class KeptAnswer extends KeptAnswerSchema.class {}
KeptAnswerSchema.setClass(KeptAnswer);
