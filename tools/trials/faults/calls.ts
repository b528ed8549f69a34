import { Agent, request } from 'node:http';
import { errorCodes } from '../../../src/errors.ts';

/** The result of a call. */
export interface Outcome {
  /**
   * `made`: answered with success. `refused`: the service has said that nothing was changed, or could not be reached.
   * `unknown`: the service has said that it does not know, or the connection broke before an answer.
   */
  result: 'made' | 'refused' | 'unknown';
  /** The status of the answer, or 0 if there was none. */
  status: number;
  /** The error code of GraphQL, if there is one. */
  code: string;
  body: string;
  location: string;
}

/** The statuses and durations of all calls during a fault, and the violations among them. */
export class Calls {
  readonly #base: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #longestMs = 10_000;
  count = 0;
  statuses = new Map<string, number>();
  /** Sentences about answers that are not allowed. */
  wrong: string[] = [];
  /** The durations of all answers in milliseconds. */
  times = new Map<string, number[]>();
  slowest = 0;
  /** The time of the last call, and its kind of result. */
  lastMadeAt = 0;

  constructor(base: string) {
    this.#base = new URL(base);
  }

  /** Begins anew. @param longestMs milliseconds within which every answer has to come */
  reset(longestMs = 10_000): void {
    this.#longestMs = longestMs;
    this.count = 0;
    this.statuses.clear();
    this.wrong = [];
    this.times.clear();
    this.slowest = 0;
  }

  /** Calls REST with a path below /api/v1. */
  rest(kind: string, method: string, path: string, key = '', body?: unknown, type = 'application/json') {
    const bytes = body === undefined || Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
    return this.#send(kind, method, `/api/v1${path}`, key, bytes as string | Buffer | undefined, type);
  }

  /** Calls GraphQL. */
  graphql(kind: string, query: string, key = '', variables: object = {}) {
    return this.#send(kind, 'POST', '/graphql', key, JSON.stringify({ query, variables }), 'application/json');
  }

  async #send(kind: string, method: string, path: string, key: string, body?: string | Buffer, type?: string) {
    const began = performance.now();
    const outcome = await this.#call(method, path, key, body, type);
    const ms = performance.now() - began;
    this.count++;
    this.slowest = Math.max(this.slowest, ms);
    const times = this.times.get(kind) ?? [];
    if (outcome.status > 0) times.push(ms);
    this.times.set(kind, times);
    const word = outcome.status === 0 ? outcome.code : `${outcome.status}${outcome.code && ` ${outcome.code}`}`;
    this.statuses.set(word, (this.statuses.get(word) ?? 0) + 1);
    const told = `${kind} (${method} ${path}): ${word} ${outcome.body.slice(0, 200)}`;
    if (ms > this.#longestMs) this.wrong.push(`took ${(ms / 1000).toFixed(1)} s: ${told}`);
    // A sign-in with a social network that does not work is expected to fail.
    const unwanted = kind === 'social' ? /^(?!503)/ : /^(5(?!03|07)|4)/;
    if (unwanted.test(word) || /INTERNAL/.test(outcome.code)) this.wrong.push(`must not be: ${told}`);
    if (outcome.result === 'made') this.lastMadeAt = performance.now();
    return outcome;
  }

  #call(method: string, path: string, key: string, body?: string | Buffer, type?: string): Promise<Outcome> {
    const none = { status: 0, body: '', location: '' };
    return new Promise((resolve) => {
      const headers = {
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
        ...(path === '/graphql' ? { Accept: 'application/json' } : {}),
      };
      const { hostname, port } = this.#base;
      const call = request(
        { agent: this.#agent, hostname, port, method, path, headers, timeout: 2 * this.#longestMs },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => resolve({ ...none, result: 'unknown', code: 'cut' }));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const status = response.statusCode ?? 0;
            const said = text.startsWith(errorCodes.OUTCOME_UNKNOWN) ? 'OUTCOME_UNKNOWN' : '';
            const code = /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? said;
            if ((status === 503 || status === 507) && response.headers['retry-after'] === undefined)
              this.wrong.push(`${status} without Retry-After: ${method} ${path}`);
            const location = response.headers.location ?? '';
            resolve({ result: resultOf(status, code), status, code, body: text, location });
          });
        },
      );
      call.on('timeout', () => call.destroy(new Error('no answer')));
      call.on('error', (error: NodeJS.ErrnoException) =>
        resolve({
          ...none,
          result: error.code === 'ECONNREFUSED' ? 'refused' : 'unknown',
          code: error.code ?? error.message,
        }),
      );
      call.end(body);
    });
  }
}

function resultOf(status: number, code: string): Outcome['result'] {
  if (code === 'OUTCOME_UNKNOWN') return 'unknown';
  if (status < 300 && code === '') return 'made';
  return 'refused';
}
