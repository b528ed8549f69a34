import { ApolloServerErrorCode } from '@apollo/server/errors';
import { ApolloServer, HeaderMap } from '@apollo/server';
import type { ApolloServerOptionsWithGateway, ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, parse } from 'graphql';
import type { DocumentNode, ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from '../../src/domain/context.ts';
import type { Cost } from '@runners/graphql';
import type { Documents } from './documents.ts';
import { jsonOf } from './long-json.ts';
import { errorBehaviorOf } from './error-behavior.ts';
import type { Executor } from './executor.ts';
import { formatErrorFor, httpOfFailure, withHttpHead } from './failure-errors.ts';
import { checkCost, costByField } from './check-cost.ts';
import { noteUses } from './note-uses.ts';
import { executeDocument, notExecuted, rootFieldsOf } from './observed-operation.ts';

/** The costs of documents, by the context that they run with. */
const costs = new WeakMap<object, Cost>();

/** The records of the requests that have executed queries. Apollo passes plugins a copy of the context. */
const queries = new WeakSet<object>();

/** Whether Apollo has executed a query for a request, and neither a mutation nor nothing. */
export function hasRunQuery({ record }: Context): boolean {
  return queries.has(record);
}

type Gateway = ApolloServerOptionsWithGateway<Context>['gateway'];
/** The context of a request, with the result of its query if that has already been executed. */
type MaybeRun = Context & { result?: ExecutionResult };

/**
 * Makes the GraphQL server: Apollo handles requests and runs compiled documents
 * (docs/libraries.md#what-the-libraries-do).
 */
export function makeApollo(executor: Executor, documents: Documents, log: Logger): ApolloServer<Context> {
  return new ApolloServer<Context>({
    // Documents are parsed and cached in `documents.ts`.
    documentStore: null,
    // Names of documents are replaced by their texts before (`packages/graphql/documents/known-documents.ts`).
    persistedQueries: false,
    gateway: gatewayOf(executor),
    formatError: formatErrorFor(executor),
    stringifyResult: async (result) => `${await jsonOf(result.data, result)}\n`,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // The only credential is a header and never a cookie, so a forged cross-site request has none.
    csrfPrevention: false,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      documentsPlugin(executor, documents),
      wellFormedErrorsAre200,
      failedRequestsSaySo,
    ],
    logger: log,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
  });
}

/** The context of a query that was executed before Apollo received it. Apollo only formats its result. */
export function alreadyRun(context: Context, result: ExecutionResult): Context {
  return Object.assign(context, { result });
}

/** Apollo passes validated documents to this executor. */
function gatewayOf(executor: Executor): Gateway {
  return {
    async load() {
      return {
        // The requested name. Apollo's own value is null when there is no such operation, and another operation would run.
        executor: async ({ document, queryHash, request, context }) => {
          const run = () =>
            executor.execute(
              document,
              request.operationName ?? null,
              context as Context,
              request.variables ?? {},
              queryHash,
              undefined,
              errorBehaviorOf(context as Context),
            );
          const { result } = context as MaybeRun;
          if (result) return result as never;
          const cost = costs.get(context) as Cost;
          const fields = rootFieldsOf(executor.schema, document, request.operationName);
          try {
            noteUses(context as Context, executor.schema, document, request.operationName, request.variables ?? {});
            return (await executeDocument(context as Context, fields, cost, run)) as never;
          } catch (error) {
            throw withHttpHead(error);
          }
        },
      };
    },
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: executor.schema, coreSupergraphSdl: '' });
      return () => {};
    },
    async stop() {},
  };
}

/** Stands for a document that is refused. Its errors are returned before anything is executed. */
const nothing = parse('{ __typename }');

/**
 * Parses documents, and refuses those that are invalid or cost too much.
 */
function documentsPlugin(executor: Executor, documents: Documents): ApolloServerPlugin<Context> {
  const format = formatErrorFor(executor);
  return {
    async requestDidStart() {
      let refused: readonly GraphQLError[] | null = null;
      return {
        async didResolveSource(request) {
          const { source, queryHash, contextValue } = request;
          try {
            (request as { document?: DocumentNode }).document = documents.read(source, queryHash, contextValue);
          } catch (errors: unknown) {
            if (!Array.isArray(errors)) throw errors;
            notExecuted(contextValue);
            refused = errors as GraphQLError[];
            (request as { document?: DocumentNode }).document = nothing;
          }
        },
        async didResolveOperation({ document, operation, queryHash, operationName, request, contextValue }) {
          if (refused) return;
          let cost;
          try {
            if (operation?.operation === 'subscription') throw notOverHttp();
            const asked = { document, operationName, variables: request.variables ?? {} };
            cost = executor.costs(document, queryHash, operationName)(asked.variables);
            checkCost(executor.schema, cost.points, asked);
            const { record } = contextValue;
            if (record.costBy) record.costBy = costByField(executor.schema, asked);
          } catch (error) {
            notExecuted(contextValue, cost?.points);
            throw error;
          }
          costs.set(contextValue, cost);
          if (operation?.operation === 'query') queries.add(contextValue.record);
        },
        async responseForOperation() {
          if (!refused) return null;
          const errors = refused.map((error) => format(error.toJSON(), error));
          return {
            http: { status: 400, headers: new HeaderMap() },
            body: { kind: 'single', singleResult: { errors } },
          };
        },
      };
    },
  };
}

function notOverHttp(): GraphQLError {
  const extensions = { code: ApolloServerErrorCode.BAD_REQUEST, http: { status: 400 } };
  return new GraphQLError(
    'Subscriptions come over a WebSocket at this address (graphql-transport-ws), or as server-sent events from /graphql/stream.',
    { extensions },
  );
}

/**
 * Sets the HTTP status when the database, a disk or the caller's rate is the reason for an answer without data, because
 * proxies and monitors read no JSON.
 */
const failedRequestsSaySo: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body, http } }) {
        if (body.kind !== 'single' || !body.singleResult.errors) return;
        const { data, errors } = body.singleResult;
        if (data && Object.values(data).some((value) => value !== null)) return;
        const head = errors.map(({ extensions }) => httpOfFailure(extensions ?? {})).find((each) => each !== null);
        if (!head) return;
        http.status = head.status;
        for (const [name, value] of head.headers) http.headers.set(name, value);
      },
    };
  },
};

/** GraphQL over HTTP: a client that only accepts `application/json` receives 200 for errors in a well-formed request. */
const wellFormedErrorsAre200: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response }) {
        const accept = request.http?.headers.get('accept') ?? '';
        if (response.http.status === 400 && response.body.kind === 'single' && !accept.includes('graphql-response'))
          if (response.body.singleResult.errors && request.query !== undefined) response.http.status = 200;
      },
    };
  },
};
