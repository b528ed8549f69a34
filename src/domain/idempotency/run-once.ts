import { createHash } from 'node:crypto';
import { withDatabase } from '../context.ts';
import type { Context } from '../context.ts';
import { OneTransaction } from '../../platform/database/one-transaction.ts';
import type { Queries } from '@runners/postgres';
import { Failure, failureOf } from '../../errors.ts';
import { inProgress, inTurn } from './in-turn.ts';
import { countKept, findKept, keepAnswer, lockKey, mostKept } from './kept-answer.queries.ts';
import type { KeptRow } from './kept-answer.queries.ts';
import { seal, unseal } from './sealed-answer.ts';
import type { Answer } from './sealed-answer.ts';

/** The length of the longest answer that is stored, in characters. */
const longestAnswer = 64 * 1024;

/** A request with an Idempotency-Key. */
interface NamedRequest {
  /** The value of `Idempotency-Key`. */
  key: string;
  /** The values that identify the content of the request: method, URL, body. */
  content: readonly (string | Uint8Array)[];
}

/** The result of executing a request. */
interface Outcome {
  answer: Answer;
  /**
   * Whether it changed anything. Only then is the answer stored. A refusal is not, since the next attempt may succeed.
   */
  done: boolean;
}

/**
 * The error code of PostgreSQL for a lock that was not acquired in time: another process has not answered the same
 * request yet.
 */
const lockNotAvailable = '55P03';

/** Thrown instead of the first write when another process has answered the same request in the meantime. */
class Superseded extends Failure {
  constructor() {
    super('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfter: 1 });
  }
}

/**
 * The names of an answer: digests of the key with the user, or with the address for callers without an API key. There is one for
 * each accepted secret of the service, because a former secret may have been the current one when the answer was stored, or is
 * still the current one of another process (docs/operating.md#replacing-secret_key).
 */
function recordOf({ signer, viewer, budget }: Context, { key, content }: NamedRequest) {
  const owner = viewer ? `user ${viewer.id}` : `address ${budget.address}`;
  const ids = signer.digests(`idempotency key of ${owner}\n${key}`);
  const sealings = signer.digests(`idempotency answer of ${owner}\n${key}`);
  const hash = createHash('sha256');
  for (const part of content) hash.update(String(part.length)).update('\n').update(part);
  return {
    /** The current secret's name is the first one, under which answers are stored. */
    names: ids.map((id, i) => ({ id: id.toString('base64url'), sealing: sealings[i] as Buffer })) as [Name, ...Name[]],
    /** In the order in which every process takes these locks. */
    locks: ids.map((id) => id.readBigInt64BE()).toSorted((a, b) => (a < b ? -1 : 1)),
    userId: viewer?.id ?? null,
    content: hash.digest(),
  };
}

/** An id under which an answer may be stored, and the key that encrypts it. */
interface Name {
  id: string;
  sealing: Buffer;
}

type Record = ReturnType<typeof recordOf>;

/**
 * Executes a request once within 24 hours, even if it is repeated: its answer is stored in the transaction of its
 * changes, and returned to repetitions (decisions D254). A simultaneous repetition waits for the first request. It is executed again
 * as a whole where its connection was outdated (`isOutdated`).
 * @param run executes the request with the given context, whose database is that transaction
 * @returns the answer, and whether it is that of an earlier request
 * @throws Failure IDEMPOTENCY_KEY_REUSED for other content, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_ANSWER_TOO_LARGE,
 * IDEMPOTENCY_KEYS_EXHAUSTED; any error of `run`, after which nothing is stored
 */
export function runOnce(
  context: Context,
  request: NamedRequest,
  run: (context: Context, database: OneTransaction) => Promise<Outcome>,
): Promise<{ answer: Answer; isReplayed: boolean }> {
  const record = recordOf(context, request);
  const ids = record.names.map(({ id }) => id);
  const attempt = async (forgets: boolean): ReturnType<typeof runOnce> => {
    const kept = await context.database.one(findKept, [ids, context.now()]);
    if (kept) return replay(record, kept);
    await checkRoom(context, record);
    let superseding: KeptRow | undefined;
    const opening = async (tx: Queries) => {
      for (const lock of record.locks)
        await tx.all(lockKey, [lock]).catch((error: unknown) => {
          throw (error as { code?: unknown }).code === lockNotAvailable ? inProgress() : error;
        });
      superseding = await tx.one(findKept, [ids, context.now()]);
      if (superseding) throw new Superseded();
    };
    const database = new OneTransaction(context.database, opening, { forgets });
    try {
      const { answer, done } = await run(withDatabase(context, database), database);
      if (superseding) return replay(record, superseding);
      if (database.isOutdated) throw new Failure('UNAVAILABLE', undefined, { retryAfter: 1 });
      if (done) await database.finish((tx) => store(tx, record, answer, context.now()));
      else await database.commit();
      return { answer, isReplayed: false };
    } catch (error: unknown) {
      if (superseding) return replay(record, superseding);
      if (database.isOutdated && !forgets) {
        await database.abandon();
        return attempt(true);
      }
      // A refused operation has undone its own writes. Other writes remain, as they do without a key.
      const isRefusal = error instanceof Failure && error.code !== 'UNAVAILABLE' && error.code !== 'OUTCOME_UNKNOWN';
      if (isRefusal || failureOf(error)?.code === 'NOT_FOUND') await database.commit().catch(() => {});
      else await database.abandon();
      throw error;
    }
  };
  return inTurn(record.names[0].id, () => attempt(false));
}

function replay({ content, names }: Record, kept: KeptRow): { answer: Answer; isReplayed: true } {
  if (!content.equals(kept.content)) throw new Failure('IDEMPOTENCY_KEY_REUSED');
  if (!kept.answer) throw new Failure('IDEMPOTENCY_ANSWER_TOO_LARGE');
  const { sealing } = names.find(({ id }) => id === kept.id) ?? names[0];
  return { answer: unseal(Buffer.from(kept.answer), sealing), isReplayed: true };
}

async function checkRoom({ database }: Context, { userId }: Record): Promise<void> {
  if (userId === null) return;
  const counted = await database.one(countKept, [userId]);
  if (counted && counted.kept >= mostKept)
    throw new Failure('IDEMPOTENCY_KEYS_EXHAUSTED', undefined, { retryAfter: 3600 });
}

async function store(
  tx: Pick<OneTransaction, 'all'>,
  { names: [{ id, sealing }], userId, content }: Record,
  answer: Answer,
  now: Date,
): Promise<void> {
  const sealed = answer.body.length > longestAnswer ? null : seal(answer, sealing);
  await tx.all(keepAnswer, [id, userId, content, sealed, now]);
}
