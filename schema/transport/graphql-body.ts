import type { IncomingMessage } from 'node:http';
import express from 'express';
import type { Context } from '../../src/domain/context.ts';

/** Largest GraphQL request, bytes: a document with a track of a long run in its variables. */
export const graphqlBytes = 32 * 1024 * 1024;
/** Largest request without a key: reading the others takes time that is then nobody's. */
export const anonymousBytes = 1024 * 1024;

/** The answer to a large request without a key. */
export const needsKey = {
  errors: [
    {
      message: `The body is too large: at most ${anonymousBytes} bytes are accepted without a key.`,
      extensions: { code: 'TOO_LARGE' },
    },
  ],
};

/** Whether a request has a key that is one; whatever else is wrong with it is told when it is answered. */
export async function signedIn(context: () => Promise<Context>): Promise<boolean> {
  try {
    return (await context()).viewer !== null;
  } catch {
    return true;
  }
}

/** Reads JSON bodies for Apollo, large ones only of who is signed in. */
export function readGraphqlBody(contextOf: (request: IncomingMessage) => Promise<Context>): express.RequestHandler {
  const small = express.json({ limit: anonymousBytes });
  const large = express.json({ limit: graphqlBytes });
  return (request, response, next) => {
    const isSmall = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= anonymousBytes;
    if (isSmall) return small(request, response, next);
    signedIn(() => contextOf(request)).then((known) => (known ? large : small)(request, response, next), next);
  };
}
