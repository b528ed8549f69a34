import type { IncomingMessage, ServerResponse } from 'node:http';
import { HeaderMap } from '@apollo/server';
import type { ApolloServer, HTTPGraphQLResponse } from '@apollo/server';
import type { Context } from '../../src/domain/context.ts';
import { drain } from '../../src/web/large-body.ts';
import type { Executor } from '../execution/executor.ts';
import { anonymousBytes, graphqlBytes, needsKey, signedIn } from './graphql-body.ts';
import { checkCost, makeCostOf } from '../execution/limits.ts';

/** A POST body as Apollo takes it. */
type Body = Record<string, unknown>;

/** Where GraphQL is served. */
export const graphqlPath = '/graphql';
/** GraphQL over HTTP without a framework in between, for the requests that clients send all day. */
export interface GraphqlHandler {
  /** Whether it is such a request: a POST of plain JSON whose length is known; everything else goes the long way. */
  takes(request: IncomingMessage): boolean;
  /** Answers it; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Queries that Apollo has checked and the executor compiled are run right here (design part 5: Apollo takes several times
 * as long as a small query itself). Whatever is unusual is left to Apollo, which does it all over again: documents that
 * are new, mutations, errors.
 */
export function makeGraphqlHandler(
  apollo: ApolloServer<Context>,
  executor: Executor,
  contextOf: (request: IncomingMessage) => Promise<Context>,
): GraphqlHandler {
  const costOf = makeCostOf(executor.schema);

  /** The answer's text; null when it is for Apollo to give. */
  async function repeated(request: IncomingMessage, body: Body, context: () => Promise<Context>) {
    const { query, variables, operationName } = body;
    const { accept } = request.headers;
    if (typeof query !== 'string' || 'extensions' in body) return null;
    if (accept !== undefined && accept !== 'application/json' && accept !== '*/*') return null;
    if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return null;
    if (operationName != null && typeof operationName !== 'string') return null;
    const known = executor.repeated(query, operationName);
    if (!known) return null;
    const values = (variables ?? {}) as Record<string, unknown>;
    try {
      const cost = costOf(known.document, known.hash, operationName, values);
      checkCost(cost);
      const result = await known.run(await context(), values);
      return result.errors ? null : `{"data":${JSON.stringify(result.data)},"extensions":{"cost":${cost}}}\n`;
    } catch {
      return null;
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let made: Promise<Context> | undefined;
    const context = () => (made ??= contextOf(request));
    if (Number(request.headers['content-length']) > anonymousBytes && !(await signedIn(context))) {
      drain(request);
      write(response, 413, 'application/json; charset=utf-8', JSON.stringify(needsKey));
      return;
    }
    const body = readJson(await bytesOf(request));
    if (body instanceof Error) {
      const errors = [{ message: body.message, extensions: { code: 'MALFORMED' } }];
      write(response, 400, 'application/json; charset=utf-8', JSON.stringify({ errors }));
      return;
    }
    const text = await repeated(request, body, context);
    if (text !== null) write(response, 200, 'application/json; charset=utf-8', text);
    else
      await writeApollo(
        response,
        await apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest: asApollo(request, body), context }),
      );
  }

  return {
    takes: ({ method, url, headers }) =>
      method === 'POST' &&
      url === graphqlPath &&
      /^application\/json(; ?charset=utf-8)?$/i.test(headers['content-type'] ?? '') &&
      headers['content-encoding'] === undefined &&
      Number(headers['content-length']) <= graphqlBytes,
    handle: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        if (!request.destroyed) executor.log.error({ err: error }, 'a GraphQL request failed');
        response.destroy();
      });
    },
  };
}

function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

/** An object or a list, as body-parser takes them; nothing is an empty object. */
function readJson(bytes: Buffer): Body | Error {
  if (bytes.length === 0) return {};
  try {
    const value = JSON.parse(bytes.toString()) as unknown;
    return typeof value === 'object' && value !== null ? (value as Body) : new Error('the body must be a JSON object');
  } catch (error) {
    return error as Error;
  }
}

function asApollo(request: IncomingMessage, body: Body) {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return { method: 'POST', headers, search: '', body };
}

async function writeApollo(response: ServerResponse, { status, headers, body }: HTTPGraphQLResponse): Promise<void> {
  for (const [name, value] of headers) response.setHeader(name, value);
  if (body.kind === 'complete') {
    write(response, status ?? 200, headers.get('content-type') ?? 'application/json; charset=utf-8', body.string);
    return;
  }
  response.statusCode = status ?? 200;
  for await (const chunk of body.asyncIterator) response.write(chunk);
  response.end();
}

function write(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
}
