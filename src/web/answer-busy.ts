import type { Response } from 'express';
import { failureOf } from '../errors.ts';

const busy: ReadonlySet<string> = new Set(['UNAVAILABLE', 'BUSY', 'RATE_LIMITED']);

/** Answers 503 with `Retry-After` when too many requests wait. @throws every other error */
export function answerBusy(response: Response, error: unknown): void {
  const failure = failureOf(error);
  if (!failure || !busy.has(failure.code)) throw error;
  response.removeHeader('Content-Disposition');
  response.set({ 'Retry-After': String(failure.details.retryAfter ?? 1), 'Cache-Control': 'no-store' });
  response.status(503).type('text/plain').send(`${failure.message}\n`);
}
