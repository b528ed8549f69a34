import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { isRest } from '../../rest-compat/uris.ts';
import { departureOf } from './documented-answers.ts';

/** What came back, as it came. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as text. */
  text: string;
  /** The body as JSON; throws when it is none. */
  json<Shape = Mapping>(): Shape;
}

/** A JSON object. */
export type Mapping = Record<string, unknown>;

/** A GraphQL result. */
export interface GraphqlAnswer<Data = Mapping> {
  status: number;
  data: Data | null;
  errors: { message: string; path?: (string | number)[]; extensions: Mapping & { code: string } }[];
  extensions: Mapping;
}

/** What is sent besides method and path. */
export interface Parcel {
  headers?: Record<string, string>;
  body?: string | Buffer;
}

// As many connections as people write at once (test/conversations/many-writers.slow.test.ts).
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Content types by the names of `?format=`. */
export const contentTypes = {
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'text/yaml',
  form: 'application/x-www-form-urlencoded',
  gpx: 'application/X.service-GPX+xml',
} as const;

/**
 * Speaks HTTP exactly as it is told to: no header is added but `Authorization`, `Host` and the length. Paths are those of the
 * interface, below /api/v1.
 */
export class Client {
  readonly #url: string;
  readonly #authorization: string | undefined;

  constructor(url: string, authorization?: string) {
    this.#url = url;
    this.#authorization = authorization;
  }

  /** Sends a request to a path of the interface. */
  send(method: string, path: string, parcel: Parcel = {}): Promise<Answer> {
    return this.sendTo(method, `/api/v1${path}`, parcel);
  }

  /** Sends a request to any path of the service. */
  sendTo(method: string, path: string, { headers = {}, body }: Parcel = {}): Promise<Answer> {
    const { hostname, port } = new URL(this.#url);
    const sent: Record<string, string | number> = { ...headers };
    if (this.#authorization !== undefined) sent['Authorization'] ??= this.#authorization;
    if (body !== undefined && !('Transfer-Encoding' in sent)) sent['Content-Length'] ??= Buffer.byteLength(body);
    return new Promise((resolve, reject) => {
      const call = request({ agent, hostname, port, method, path, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const status = response.statusCode ?? 0;
          const departure = isRest(path) ? departureFrom(method, path, headers, status, response.headers, text) : null;
          if (departure) return reject(new Error(departure));
          resolve({
            status,
            headers: response.headers,
            text,
            json: <Shape>() => JSON.parse(text) as Shape,
          });
        });
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The service ended an idle connection while the request was on its way: on a busy machine that is no error of the test.
        if (call.reusedSocket && error.code === 'ECONNRESET') resolve(this.sendTo(method, path, { headers, body }));
        else reject(error);
      });
      call.end(body);
    });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  /** POST of a JSON body; without one, of nothing. */
  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, json(body, headers));
  }

  /** PATCH as the interface wants it sent: a POST with the override header. */
  patch(path: string, body?: unknown): Promise<Answer> {
    return this.send('POST', path, json(body, { 'X-HTTP-Method-Override': 'PATCH' }));
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  /** POST of a GPX file. */
  upload(gpx: string | Buffer): Promise<Answer> {
    return this.send('POST', '/workout/', { headers: { 'Content-Type': contentTypes.gpx }, body: gpx });
  }

  /** A GraphQL operation. */
  async graphql<Data = Mapping>(query: string, variables: Mapping = {}): Promise<GraphqlAnswer<Data>> {
    const answer = await this.sendTo('POST', '/graphql', {
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data = null, errors = [], extensions = {} } = answer.json<Partial<GraphqlAnswer<Data>>>();
    return { status: answer.status, data, errors, extensions };
  }
}

/** How an answer of the REST interface departs from the OpenAPI document, as the sentence of an error. */
function departureFrom(
  method: string,
  url: string,
  sent: Record<string, string>,
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
): string | null {
  const override = Object.entries(sent).find(([name]) => name.toLowerCase() === 'x-http-method-override')?.[1];
  const departure = departureOf({ method, url, override, status, headers, text });
  return departure && `${method} ${url} was answered with ${status} ${text.slice(0, 300)}, but OpenAPI: ${departure}`;
}

function json(body: unknown, headers: Record<string, string>): Parcel {
  if (body === undefined) return { headers };
  return { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
