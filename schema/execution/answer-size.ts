import { GraphQLError } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { costRules } from '../../src/domain/rules/request-cost.ts';
import { Failure } from '../../src/errors.ts';
import { declareBound } from '../../src/platform/bounds.ts';
import { noteLong } from './long-json.ts';

const bound = declareBound(import.meta.url, {
  name: 'answer_bytes',
  holds:
    'long texts of one answer, each counted as often as it is in it; its other values are bounded by the cost of its document',
  limit: 8 * 1024 * 1024,
  unit: 'bytes',
  share: 'It is one answer’s own, and answers are bounded by `requests_running`, which has shares.',
  beyond: 'The answer is TOO_COSTLY.',
});

/** Bytes of the long texts of an answer that is long. */
const longBytes = 129 * 1024;

/** What an answer of 50,000 points of a track costs: from here on, its JSON is written a piece at a time. */
const longPoints = 1000;

/** Bytes of the long texts of results. */
const measured = new WeakMap<ExecutionResult, number>();

/** The result, or an error in its place when its long texts have too many bytes together. */
export function withinSize(result: ExecutionResult, bytes: number): ExecutionResult {
  if (bytes === 0) return result;
  const within = bytes <= bound.limit ? result : { errors: [tooLarge()], data: null };
  measured.set(within, Math.min(bytes, bound.limit));
  if (within.data && bytes >= longBytes) noteLong(within.data);
  return within;
}

function tooLarge(): GraphQLError {
  const sentence = 'The answer would be too large: ask for smaller pages, and for the same texts only once.';
  return new GraphQLError(sentence, { originalError: new Failure('TOO_COSTLY', sentence) });
}

/** What a result took with its long texts, in points. @param points of its fields */
export function tookInAll(result: ExecutionResult, points: number): number {
  if (result.data && points >= longPoints) noteLong(result.data);
  return points + Math.floor((measured.get(result) ?? 0) / costRules.bytesAPoint);
}
