import type { Caller } from '@runners/limits';
import { judge } from '../reading-pool.ts';
import type { RecordedAnswer } from '../exchange.ts';
import type { Translation } from '../translator.ts';
import type { Judgement, JudgingJob } from './judgement.ts';

/** An answer of this service, and when its call was begun and it was given, in milliseconds since 1970. */
export interface GivenAnswer {
  status: number;
  /** The headers by their names in lower case. */
  headers: Record<string, string>;
  body: string;
  from: number;
  at: number;
}

/**
 * Reads a recorded answer in a thread, and compares it with that of this service.
 * @param given the answer of this service, or null if the call was not executed
 * @param isWrite whether the call creates something, so that ids may be new
 * @throws as `parseFields`
 */
export function judgeRecorded(
  { answer: { body, status, headers }, at }: RecordedAnswer,
  given: GivenAnswer | null,
  { row, fields }: Pick<Translation, 'row' | 'fields'>,
  isWrite: boolean,
  caller: Caller,
): Promise<Judgement> {
  const now = Date.now();
  const job: JudgingJob = {
    format: 'judging',
    recorded: { status, headers },
    hasBody: body !== null,
    fields: fields.map(({ field }) => field),
    answered: given && { status: given.status, headers: given.headers, body: given.body },
    moments: { recorded: at === null ? null : { from: at, at }, answered: given ?? { from: now, at: now } },
    isWrite,
    signsIn: row.startsWith('POST /account/'),
  };
  return judge(body ?? Buffer.alloc(0), job, caller);
}
