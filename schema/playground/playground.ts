import { randomBytes } from 'node:crypto';
import type { Express, Request, RequestHandler } from 'express';
import { getStaticFile } from 'ruru/static';
import { acceptQuery } from '../transport/query-method.ts';
import { contentPolicy, playgroundPage, staticPath } from './playground-page.ts';

/**
 * Serves the playground at `/graphql` for browsers. `/playground` redirects to it. Everything that it needs is served from here,
 * so it works without a network.
 */
export function servePlayground(app: Express, demo: { apiKey: string; password: string } | null): void {
  app.get('/playground', (_request, response) => {
    response.redirect('/graphql');
  });
  app.get(`${staticPath}*file`, serveStatic);
  app.get('/graphql', (request, response, next) => {
    if (!isForPeople(request)) return next();
    const nonce = randomBytes(16).toString('base64');
    response
      .set({
        'Content-Security-Policy': contentPolicy(nonce),
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept',
        [acceptQuery[0]]: acceptQuery[1],
      })
      .type('html')
      .send(playgroundPage({ nonce, demoKey: demo?.apiKey ?? null, demoPassword: demo?.password, now: new Date() }));
  });
}

/** Whether a browser opens the address: it prefers HTML and sends no document. */
function isForPeople(request: Request): boolean {
  const answers = ['application/json', 'application/graphql-response+json', 'text/html'];
  const names = ['query', 'documentId', 'extensions'].some((name) => request.query[name] !== undefined);
  return !names && request.accepts(answers) === 'text/html';
}

/** The files of the editor. Their path contains the version, so they never change. */
const serveStatic: RequestHandler = async (request, response, next) => {
  const acceptEncoding = request.get('accept-encoding');
  const file = await getStaticFile({ staticPath, urlPath: request.path, acceptEncoding, disallowDevAssets: true });
  if (!file) return next();
  response.set({ ...file.headers, 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
  response.end(file.content);
};
