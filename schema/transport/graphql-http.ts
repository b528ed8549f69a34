import type { IncomingMessage, ServerResponse } from 'node:http';
import { HeaderMap } from '@apollo/server';
import type { ApolloServer, HTTPGraphQLResponse } from '@apollo/server';
import type { Context } from '../../src/domain/context.ts';
import { drain } from '../../src/platform/bodies/drain.ts';
import { recordOf } from '../../src/web/recorded-request.ts';
import { alreadyRun } from '../execution/apollo.ts';
import { inTurn } from '../execution/expensive-documents.ts';
import type { Executor } from '../execution/executor.ts';
import { readGraphqlBody } from './graphql-body.ts';
import type { Body, ReadBody } from './graphql-body.ts';
import { refusalOf } from './graphql-refusal.ts';
import { LargeBodies } from './large-body-pool.ts';
import { largeInputsOf } from './large-inputs.ts';
import { checkCost, makeCostOf } from '../execution/limits.ts';
import { observed, rootFieldsOf } from '../execution/observed-operation.ts';

/** Where GraphQL is served. */
export const graphqlPath = '/graphql';
/** GraphQL over HTTP. The usual requests of clients bypass the framework. */
interface GraphqlHandler {
  /** Whether a request is a POST to the plain path. All others arrive through the framework. */
  takes(request: IncomingMessage): boolean;
  /** Answers a GraphQL request of any method; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Stops the worker threads. */
  close(): Promise<void>;
}

/**
 * Queries that Apollo has validated and the executor has compiled are executed here, because Apollo takes several times as
 * long as a small query itself (docs/architecture.md#what-the-libraries-do). Apollo handles everything else: new documents,
 * mutations, and the form of errors. A query that was executed here is not executed again.
 */
export function makeGraphqlHandler(
  apollo: ApolloServer<Context>,
  executor: Executor,
  contextOf: (request: IncomingMessage) => Promise<Context>,
): GraphqlHandler {
  const costOf = makeCostOf(executor.schema);
  const large = new LargeBodies(largeInputsOf(executor.schema));

  /** The text of the answer, or a result with errors for Apollo to format. Null when Apollo has to handle the request. */
  async function repeated(request: IncomingMessage, body: Body, context: Context) {
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
      const fields = rootFieldsOf(executor.schema, known.document, operationName);
      const result = await observed(context, fields, cost, () =>
        inTurn(context, cost, () => known.run(context, values)),
      );
      return result.errors ? result : `{"data":${JSON.stringify(result.data)},"extensions":{"cost":${cost}}}\n`;
    } catch {
      return null;
    }
  }

  /** Charges the request from its headers, and then reads its body. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let context: Context;
    let read: ReadBody;
    try {
      context = await contextOf(request);
      read = await readGraphqlBody(request, context, large);
    } catch (error) {
      const refused = () => Promise.reject(refusalOf(error, request));
      await writeApollo(response, await runApollo(request, undefined, refused));
      return;
    }
    const { body, release } = read;
    try {
      const answered = body ? await repeated(request, body, context) : null;
      if (typeof answered === 'string') write(response, 200, 'application/json; charset=utf-8', answered);
      else {
        const forApollo = answered ? alreadyRun(context, answered) : context;
        await writeApollo(response, await runApollo(request, body, async () => forApollo));
      }
    } finally {
      release?.();
    }
  }

  const runApollo = (request: IncomingMessage, body: Body | undefined, context: () => Promise<Context>) =>
    apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest: asApollo(request, body), context });

  return {
    takes: ({ method, url }) => method === 'POST' && url === graphqlPath,
    handle: (request, response) => {
      recordOf(request).row = graphqlPath;
      answer(request, response)
        .then(() => request.complete || drain(request))
        .catch((error: unknown) => {
          if (!request.destroyed)
            executor.log.error({ err: error, requestId: recordOf(request).id }, 'a GraphQL request failed');
          response.destroy();
        });
    },
    close: () => large.close(),
  };
}

function asApollo(request: IncomingMessage, body: Body | undefined) {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const { method = 'GET', url = '' } = request;
  const question = url.indexOf('?');
  return { method, headers, search: question < 0 ? '' : url.slice(question), body };
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
