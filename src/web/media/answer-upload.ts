import type { Request, Response } from 'express';
import { failureOf } from '../../errors.ts';
import { drain } from '../../platform/bodies/drain.ts';
import { failureStatus } from '../failure-status.ts';

/** Answers an upload with 204 when it was received, or with the sentence of the failure. @throws whatever else `work` throws */
export async function answerUpload(request: Request, response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    response.status(204).end();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    if (!request.complete) drain(request);
    const { retryAfter } = failure.details;
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    response.status(failureStatus(failure)).type('text/plain').send(failure.message);
  }
}
