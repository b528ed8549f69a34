import type { IncomingMessage, ServerResponse } from 'node:http';
import { HeaderMap } from '@apollo/server';
import type { ApolloServer, HTTPGraphQLResponse } from '@apollo/server';
import type { Context } from '../../src/domain/context.ts';
import { admit, chargeUnexecuted, reportCost, showCost } from '../../src/request/pipeline.ts';
import type { ContextOf } from '../../src/request/identify.ts';
import { replayedHeader } from '../../src/domain/idempotency/idempotency-key.ts';
import { drain } from '../../src/platform/bodies/drain.ts';
import { recordOf } from '../../src/request/record.ts';
import { sendCompressed, sendText, tagUnlessKnown } from '../../src/web/answers/send-text.ts';
import type { Headers } from '../../src/web/answers/send-text.ts';
import { alreadyRun, hasRunQuery } from '../execution/apollo.ts';
import type { Documents } from '../execution/documents.ts';
import { chooseErrorBehavior, errorBehaviorOf } from '../execution/error-behavior.ts';
import type { Executor } from '../execution/executor.ts';
import { isNamed } from '@runners/graphql';
import type { KnownDocuments } from '@runners/graphql';
import { checkIsJson, checkNoBatch, readGraphqlBody } from './graphql-body.ts';
import type { Body, ReadBody } from './graphql-body.ts';
import { refusalOf } from './graphql-refusal.ts';
import { mutationOf, runMutationOnce } from './idempotent-mutation.ts';
import { RefusalAnswers } from './refusal-answers.ts';
import { LargeBodies } from './large-body-pool.ts';
import { largeInputsOf } from './large-inputs.ts';
import { completedSearch, onErrorIn, searchOf } from './named-document.ts';
import { acceptQuery, allowedMethods, answerOptions, checkQueries, setQueryHeaders } from './query-method.ts';
import { checkInTurn } from '../execution/check-in-turn.ts';
import { limits } from '../execution/limits.ts';
import { jsonOf } from '../execution/long-json.ts';
import { noteUses } from '../execution/note-uses.ts';
import { executeDocument, rootFieldsOf } from '../execution/observed-operation.ts';

/** Where GraphQL is served. */
export const graphqlPath = '/graphql';
/** GraphQL over HTTP. The usual requests of clients bypass the framework. */
export interface GraphqlHandler {
  /** Whether a request is a POST or QUERY to the plain path. All others arrive through the framework. */
  takes(request: IncomingMessage): boolean;
  /** Answers a GraphQL request of any method; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Queries that Apollo has validated and the executor has compiled are executed here, because Apollo takes several times as
 * long as a small query itself (docs/libraries.md#what-the-libraries-do). Apollo handles everything else: new documents,
 * mutations, and the form of errors. A query that was executed here is not executed again.
 */
export function makeGraphqlHandler(
  apollo: ApolloServer<Context>,
  { executor, documents, known }: { executor: Executor; documents: Documents; known: KnownDocuments },
  contextOf: ContextOf,
): GraphqlHandler {
  const refusals = new RefusalAnswers();
  const large = new LargeBodies(largeInputsOf(executor.schema), known);

  /**
   * The text of the answer, or a result with errors for Apollo to format. Null when Apollo has to handle the request.
   * @throws Failure when it cannot be paid, or too much waits
   */
  async function repeated(request: IncomingMessage, body: Body, context: Context) {
    const { query, variables, operationName } = body;
    const { accept } = request.headers;
    if (typeof query !== 'string' || 'extensions' in body) return null;
    if (accept !== undefined && accept !== 'application/json' && accept !== '*/*') return null;
    if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return null;
    if (operationName != null && typeof operationName !== 'string') return null;
    const compiled = executor.repeated(query, operationName);
    if (!compiled) return null;
    const values = (variables ?? {}) as Record<string, unknown>;
    let cost;
    try {
      cost = executor.costs(compiled.document, compiled.hash, operationName)(values);
    } catch {
      return null;
    }
    if (cost.points > limits.cost || context.record.costBy) return null;
    noteUses(context, executor.schema, compiled.document, operationName, values);
    const fields = rootFieldsOf(executor.schema, compiled.document, operationName);
    const result = await executeDocument(context, fields, cost, () =>
      compiled.run(context, values, undefined, errorBehaviorOf(context)),
    );
    if (result.errors) return result;
    const json = jsonOf(result.data);
    return `{"data":${typeof json === 'string' ? json : await json},${extensionsOf(context)}}\n`;
  }

  /** Takes a request through the stages of `src/request/pipeline.ts`, and answers. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let context: Context | undefined;
    let read: ReadBody | undefined;
    try {
      context = await contextOf(request);
      const key = admit(context, false, 0, request.method === 'QUERY' ? undefined : request);
      read = await readGraphqlBody(request, context, large);
      checkNoBatch(read.body);
      if (request.method === 'POST') checkIsJson(read.body);
      if (costByHeader in request.headers) context.record.costBy = [];
      chooseErrorBehavior(context, onErrorIn(request, read.body));
      context.record.isNamed = isNamed(read.body ?? Object.fromEntries(new URLSearchParams(searchOf(request.url))));
      const body = read.body && known.complete(read.body);
      if (request.method === 'QUERY') checkQueries(body, executor);
      if (key !== undefined) await checkInTurn(context, documents, body?.['query']);
      const document = key !== undefined && body ? mutationOf(body) : null;
      if (key !== undefined && document)
        await answerOnce(request, response, context, {
          key,
          url: request.url ?? '',
          document,
          read: { ...read, body },
        });
      else await answerBody(request, response, context, body);
      if (body && body !== read.body) known.keep(body, documents);
    } catch (error) {
      const refused = () => Promise.reject(refusalOf(error, request));
      const make = () => runApollo(request, undefined, refused, searchOf(request.url));
      await writeApollo(response, await refusals.of(error, request, make), context, error);
    } finally {
      read?.release?.();
    }
  }

  async function answerBody(
    request: IncomingMessage,
    response: ServerResponse,
    context: Context,
    body: Body | undefined,
  ): Promise<void> {
    const answered = body ? await repeated(request, body, context) : null;
    if (typeof answered === 'string')
      return sendCompressed(response, 200, headersOf(response, context, usualType), answered);
    const forApollo = answered ? alreadyRun(context, answered) : context;
    const named = request.method === 'GET' ? completedSearch(request.url, (named) => known.complete(named)) : undefined;
    const search = named?.search ?? searchOf(request.url);
    if (!answered)
      await checkInTurn(context, documents, body ? body['query'] : new URLSearchParams(search).get('query'));
    await writeApollo(response, await runApollo(request, body, async () => forApollo, search), context);
    if (named) known.keep(named.request, documents);
  }

  /** Answers mutations with an Idempotency-Key. */
  async function answerOnce(
    request: IncomingMessage,
    response: ServerResponse,
    context: Context,
    named: Parameters<typeof runMutationOnce>[2],
  ): Promise<void> {
    const run = (own: Context) => runApollo(request, named.read.body, async () => own, searchOf(request.url));
    const { answer, isReplayed } = await runMutationOnce(executor.schema, context, named, run);
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    if (isReplayed) response.setHeader(replayedHeader, 'true');
    const headers = headersOf(response, context, answer.headers['content-type'] ?? usualType);
    sendText(response, answer.status, headers, withExtensions(answer.body, context));
  }

  const runApollo = (
    request: IncomingMessage,
    body: Body | undefined,
    context: () => Promise<Context>,
    search: string,
  ) => apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest: asApollo(request, body, search), context });

  return {
    takes: ({ method, url }) => (method === 'POST' || method === 'QUERY') && url === graphqlPath,
    handle: (request, response) => {
      recordOf(request).row = graphqlPath;
      if (request.method === 'OPTIONS') return answerOptions(request, response);
      if (request.method !== 'POST') {
        response.setHeader(...acceptQuery);
        setQueryHeaders(response);
      }
      answer(request, response)
        .then(() => request.complete || drain(request))
        .catch((error: unknown) => {
          if (!request.destroyed)
            executor.log.error({ err: error, requestId: recordOf(request).id }, 'a GraphQL request failed');
          response.destroy();
        });
    },
  };
}

function asApollo(request: IncomingMessage, body: Body | undefined, search: string) {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  // Apollo knows no QUERY, which is a POST whose operation has been checked.
  const method = request.method === 'QUERY' ? 'POST' : (request.method ?? 'GET');
  return { method, headers, search, body };
}

/** Writes the answer of Apollo and its cost. */
async function writeApollo(
  response: ServerResponse,
  { status, headers, body }: HTTPGraphQLResponse,
  context: Context | undefined,
  error?: unknown,
): Promise<void> {
  for (const [name, value] of headers) response.setHeader(name, value);
  if (status === 405 && headers.get('allow') === 'GET, POST') response.setHeader('Allow', allowedMethods);
  if (context) chargeUnexecuted(context, error, status);
  if (body.kind === 'complete') {
    const text = context ? withExtensions(body.string, context) : body.string;
    const all = headersOf(response, context, headers.get('content-type') ?? usualType);
    if (!context || !hasRunQuery(context)) return sendText(response, status ?? 200, all, text);
    if (response.req.method === 'GET' && body.string.startsWith('{"data":')) {
      // The cost, which differs each time, is not a part of the content.
      const tag = tagUnlessKnown(response, body.string, context);
      if (tag === null) return;
      all['ETag'] = tag;
    }
    return sendCompressed(response, status ?? 200, all, text);
  }
  response.statusCode = status ?? 200;
  for await (const chunk of body.asyncIterator) response.write(chunk);
  response.end();
}

/** With this header, an answer has `extensions.costBy`: what its document costs by field (docs/budget.md). */
const costByHeader = 'x-cost-by-field';

const usualType = 'application/json; charset=utf-8';

function headersOf(response: ServerResponse, context: Context | undefined, type: string): Headers {
  showCost(response, context);
  return { 'Content-Type': type };
}

/**
 * The member of an answer that says what it cost (docs/budget.md), what of its document will be switched off (docs/retiring.md), and to
 * staff why something is null. It is written by hand, as it is a part of every answer.
 */
function extensionsOf(context: Context): string {
  const { deprecations, why, costBy } = context.record;
  const further =
    (deprecations ? `,"deprecations":${JSON.stringify(deprecations)}` : '') +
    (costBy?.length ? `,"costBy":${JSON.stringify(costBy)}` : '') +
    (why?.length ? `,"why":${JSON.stringify(why)}` : '');
  const { requested, actual, remaining, restoresAt } = reportCost(context);
  const time = restoresAt === null ? 'null' : `"${restoresAt}"`;
  return `"extensions":{"cost":{"requested":${requested},"actual":${actual},"remaining":${remaining},"restoresAt":${time}}${further}}`;
}

/** The text of a result, which has no extensions yet, with them. */
function withExtensions(text: string, context: Context): string {
  const end = text.lastIndexOf('}');
  return end < 0 ? text : `${text.slice(0, end)},${extensionsOf(context)}${text.slice(end)}`;
}
