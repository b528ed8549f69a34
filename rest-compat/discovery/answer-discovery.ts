import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordOf } from '../../src/request/record.ts';
import type { PlainAnswer } from '../errors.ts';
import { negotiate } from '../formats/formats.ts';
import { noSuchMethod } from '../request-method.ts';
import { documents } from './documents.ts';
import type { Document } from './documents.ts';
import { pagePath, scalarScript, scriptPath } from './scalar.ts';
import { sendStatic, staticContent } from './static-answer.ts';
import type { StaticContent } from './static-answer.ts';

/** Writes the answer to a GET request. */
type Send = (request: IncomingMessage, response: ServerResponse, format: string | undefined) => Promise<void>;

/** Answers a request to a path that no row has; null when the answer has been written. */
export type AnswerDiscovery = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  format: () => string | undefined,
) => Promise<PlainAnswer | null>;

/**
 * The documents about the interface (decisions D319): its root, the descriptions of the resources, OpenAPI, and the page that
 * shows it. They need no key, are made when they are first requested, and contain nothing about anybody.
 * @param demoKey the key with which the page is signed in, or null without demo data
 */
export function makeDiscovery(demoKey: string | null): AnswerDiscovery {
  const contents: Record<string, Promise<StaticContent>> = {};
  const once = (name: string, make: () => Promise<StaticContent>) =>
    (contents[name] ??= make().catch((error: unknown) => {
      // The next request tries again.
      delete contents[name];
      throw error;
    }));

  const sendDocument =
    (path: string, { formats, write }: Document): Send =>
    async (request, response, asked) => {
      const format = negotiate(request.headers.accept, asked, formats);
      const content = await once(`${path} ${format}`, () => {
        const { contentType, text } = write(format);
        return staticContent(contentType, text);
      });
      sendStatic(request, response, content, { 'Cache-Control': 'no-cache', Vary: 'Accept, Accept-Encoding' });
    };
  const sendScript: Send = async (request, response) => {
    const make = async () => staticContent('text/javascript; charset=utf-8', await scalarScript());
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    sendStatic(request, response, await once(pagePath, make), headers);
  };
  const sendPage: Send = async (request, response) => {
    // It is loaded when it is needed, because it brings a library along.
    const { documentsPage, pageHeaders } = await import('./documents-page.ts');
    const nonce = randomBytes(16).toString('base64');
    const body = Buffer.from(documentsPage(nonce, demoKey));
    response.writeHead(200, { ...pageHeaders(nonce), 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const find = (path: string): [label: string, send: Send] | null => {
    if (path === pagePath) return [`GET ${pagePath}`, sendPage];
    if (path === scriptPath) return [`GET ${pagePath}/[version]/scalar.js`, sendScript];
    const document = documents.get(path);
    return document ? [document.label, sendDocument(path, document)] : null;
  };

  return async (request, response, path, format) => {
    const found = find(path.replace(/\/$/, ''));
    if (!found) return { status: 404 };
    const [label, send] = found;
    recordOf(request).row = label;
    const { method = 'GET' } = request;
    if (method !== 'GET' && method !== 'HEAD') return noSuchMethod(method, ['GET']);
    await send(request, response, format());
    return null;
  };
}
