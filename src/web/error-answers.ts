import type express from 'express';
import type { Logger } from 'pino';

/** To a path that nothing answers. */
export const answerUnknown: express.RequestHandler = (_request, response) => {
  response.status(404).type('text/plain').send('There is nothing here.\n');
};

/** Malformed JSON and the like: a sentence, never a stack. */
export function makeErrorAnswer(log: Logger): express.ErrorRequestHandler {
  return (error: { status?: number; expose?: boolean; message: string }, _request, response, next) => {
    if (response.headersSent) return next(error);
    const status = error.status ?? 500;
    if (status >= 500) log.error({ err: error }, 'a request failed');
    const message = status < 500 ? error.message : 'Something went wrong on our side.';
    response
      .status(status)
      .json({ errors: [{ message, extensions: { code: status < 500 ? 'MALFORMED' : 'INTERNAL' } }] });
  };
}
