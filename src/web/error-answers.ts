import type express from 'express';
import type { Logger } from 'pino';
import { sendPage, startLink } from './pages/page.ts';
import { recordOf } from '../request/record.ts';
import { documentationOf, extensionsOf, failureOf } from '../errors.ts';
import type { ErrorCode } from '../errors.ts';
import { failureStatus } from './failure-status.ts';

/** The answer for a path that does not exist: a sentence, and for browsers a page. */
export const answerUnknown: express.RequestHandler = (request, response) => {
  const title = 'There is nothing here';
  if (request.accepts(['text', 'html']) !== 'html') response.status(404).type('text/plain').send(`${title}.\n`);
  else sendPage(response, { status: 404, title, body: startLink });
};

/** Errors such as malformed JSON are answered with a sentence and never with a stack trace. */
export function makeErrorAnswer(log: Logger, publicUrl: string): express.ErrorRequestHandler {
  const documented = (code: ErrorCode) => extensionsOf(code, { documentation: documentationOf(publicUrl, code) });
  return (error: { status?: number; expose?: boolean; message: string }, request, response, next) => {
    if (response.headersSent) return next(error);
    const failure = failureOf(error);
    if (failure) {
      const { code, message, details } = failure;
      if (details.retryAfter !== undefined) response.set('Retry-After', String(details.retryAfter));
      response.status(failureStatus(failure)).json({ errors: [{ message, extensions: documented(code) }] });
      return;
    }
    const status = error.status ?? 500;
    if (status >= 500) log.error({ err: error, requestId: recordOf(request).id }, 'a request failed');
    const message = status < 500 ? error.message : 'Something went wrong on our side.';
    response
      .status(status)
      .json({ errors: [{ message, extensions: documented(status < 500 ? 'MALFORMED' : 'INTERNAL') }] });
  };
}
