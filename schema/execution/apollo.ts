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
import { inTurn } from './expensive-documents.ts';
import { makeDocuments } from './documents.ts';
import type { Executor } from './executor.ts';
import { formatErrorFor, httpOfFailure } from './failure-errors.ts';
import { checkCost, makeCostOf } from './limits.ts';

/** What the document costs that runs with a context. */
const costs = new WeakMap<object, number>();

type Gateway = ApolloServerOptionsWithGateway<Context>['gateway'];
/** The context of a request, with the result of its query where that has run. */
type MaybeRun = Context & { result?: ExecutionResult };

/** The GraphQL server: Apollo in front, compiled documents behind (docs/architecture.md#what-the-libraries-do). */
export function makeApollo(executor: Executor, log: Logger): ApolloServer<Context> {
  return new ApolloServer<Context>({
    // Documents are read and remembered by us (`documents.ts`).
    documentStore: null,
    gateway: gatewayOf(executor),
    formatError: formatErrorFor(log),
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // The only credential is a header, never a cookie: a forged request carries none.
    csrfPrevention: false,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      documentsPlugin(executor, log),
      wellFormedErrorsAre200,
      failedRequestsSaySo,
    ],
    logger: log,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
  });
}

/** The context of a query that has run before Apollo got it: Apollo executes nothing, and gives the result its form. */
export function alreadyRun(context: Context, result: ExecutionResult): Context {
  return Object.assign(context, { result });
}

/** Apollo hands validated documents to our executor. */
function gatewayOf(executor: Executor): Gateway {
  return {
    async load() {
      return {
        // The name as it was asked for: Apollo's own is null when there is no such operation, and another one would run.
        executor: async ({ document, queryHash, request, context }) => {
          const run = () =>
            executor.execute(
              document,
              request.operationName || null,
              context as Context,
              request.variables ?? {},
              queryHash,
            );
          const result =
            (context as MaybeRun).result ?? (await inTurn(context as Context, costs.get(context) ?? 0, run));
          return result as never;
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

/** What Apollo sees of a document that is refused: its errors are answered before anything runs. */
const nothing = parse('{ __typename }');

/** Reads documents, refuses those that are wrong or cost too much, and tells everyone what theirs cost. */
function documentsPlugin(executor: Executor, log: Logger): ApolloServerPlugin<Context> {
  const costOf = makeCostOf(executor.schema);
  const documents = makeDocuments(executor.schema);
  const format = formatErrorFor(log);
  return {
    async requestDidStart() {
      let cost = 0;
      let refused: readonly GraphQLError[] | null = null;
      return {
        async didResolveSource(request) {
          const { source, queryHash, contextValue } = request;
          try {
            (request as { document?: DocumentNode }).document = documents.read(
              source,
              queryHash,
              contextValue.viewer !== null,
            );
          } catch (errors: unknown) {
            if (!Array.isArray(errors)) throw errors;
            refused = errors as GraphQLError[];
            (request as { document?: DocumentNode }).document = nothing;
          }
        },
        async didResolveOperation({ document, operation, queryHash, operationName, request, contextValue }) {
          if (refused) return;
          if (operation?.operation === 'subscription') throw notOverHttp();
          cost = costOf(document, queryHash, operationName, request.variables ?? {});
          checkCost(cost);
          costs.set(contextValue, cost);
        },
        async responseForOperation() {
          if (!refused) return null;
          const errors = refused.map((error) => format(error.toJSON(), error));
          return {
            http: { status: 400, headers: new HeaderMap() },
            body: { kind: 'single', singleResult: { errors } },
          };
        },
        async willSendResponse({ response }) {
          if (response.body.kind !== 'single' || cost === 0) return;
          const { singleResult } = response.body;
          // Variables that do not fit are found while counting, or later when the cost was known.
          if (!('data' in singleResult)) return;
          singleResult.extensions = { ...singleResult.extensions, cost };
        },
      };
    },
  };
}

function notOverHttp(): GraphQLError {
  const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
  return new GraphQLError(
    'Subscriptions come over a WebSocket at this address (graphql-transport-ws), or as server-sent events from /graphql/stream.',
    { extensions },
  );
}

/** When the database or a disk is the reason that nothing was answered, HTTP says so, too: proxies and monitors read no JSON. */
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

/** GraphQL over HTTP: a client that only takes `application/json` gets 200 for errors in a well-formed request. */
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
