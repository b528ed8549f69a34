/** The worker thread that parses large GraphQL requests. large-body-pool.ts starts it and gives it one job at a time. */
import { MalformedBody } from '../../src/platform/bodies/malformed-body.ts';
import { TooManyValues } from '../../src/platform/bodies/max-values.ts';
import { failureOf } from '../../src/errors.ts';
import { answerJobs } from '../../src/platform/worker-jobs.ts';
import type { JobAnswer } from '../../src/platform/worker-jobs.ts';
import type { LargeBodyAnswer, LargeBodyForm } from './large-body-pool.ts';
import { readLargeBody, WrongInput } from './large-body.ts';

export default answerJobs<LargeBodyForm>((bytes, { inputs, named }): JobAnswer<LargeBodyAnswer> => {
  try {
    const { body, memory } = readLargeBody(bytes, inputs, named);
    return [{ body }, memory];
  } catch (error: unknown) {
    return [refusalOf(error)];
  }
});

function refusalOf(error: unknown): LargeBodyAnswer {
  if (error instanceof WrongInput) return { wrong: error.violations };
  if (error instanceof TooManyValues) return { refused: { code: 'TOO_LARGE', message: error.message } };
  if (error instanceof MalformedBody) return { refused: { code: 'MALFORMED', message: error.message } };
  const failure = failureOf(error);
  if (failure) return { refused: { code: failure.code, message: failure.message } };
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
