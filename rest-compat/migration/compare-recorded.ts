import type { ComparedAnswer } from './compare.ts';
import { differencesOf } from './comparison/compare-answers.ts';
import type { Difference } from './comparison/compare-trees.ts';
import { Pairs } from './comparison/pairs.ts';
import { tooLongToCompare } from './comparison/tree.ts';
import type { RecordedAnswer } from './exchange.ts';

/** What a recorded answer has otherwise than this service. */
export interface RecordedComparison {
  differences: Difference[];
  /** What of it was not compared, and why. */
  notes: string[];
}

/**
 * Compares an answer that was recorded with that of this service.
 * @param row the label of the row
 * @param isWrite whether the call creates something, so that ids may be new
 */
export function compareRecorded(
  { answer, at, notes }: RecordedAnswer,
  { status, location, contentType, body }: ComparedAnswer,
  row: string,
  isWrite: boolean,
): RecordedComparison {
  const pairs = new Pairs();
  pairs.mayBegin = isWrite;
  const now = Date.now();
  const { headers: of } = answer;
  const why = tooLongToCompare(of['content-type'], Math.max(answer.body?.length ?? 0, body.length));
  const answered = {
    status,
    headers: {
      ...(location === null ? {} : { location }),
      ...(contentType === null ? {} : { 'content-type': contentType }),
    },
    body: Buffer.from(body),
  };
  // Whether these are there is not known of an answer that was made without a network.
  const { allow: _allow, 'www-authenticate': _authenticate, 'retry-after': _retry, ...headers } = answer.headers;
  const recorded = { status: answer.status, headers, body: why ? null : answer.body };
  const differences = differencesOf(recorded, answered, {
    pairs,
    moments: { recorded: at === null ? null : { from: at, at }, answered: { from: now, at: now } },
    ruled() {},
    signsIn: row.startsWith('POST /account/'),
  });
  return { differences, notes: [...notes, ...(why ? [`The answer is ${why}`] : [])] };
}
