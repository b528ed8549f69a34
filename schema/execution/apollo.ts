import { ApolloServer } from '@apollo/server';
import type { ApolloServerOptionsWithGateway, ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from '../../src/domain/context.ts';
import { validationRules } from './documents.ts';
import type { Executor } from './executor.ts';
import { formatErrorFor } from './failure-errors.ts';
import { checkCost, limits, makeCostOf } from './limits.ts';

type Gateway = ApolloServerOptionsWithGateway<Context>['gateway'];

/** The GraphQL server: Apollo in front, compiled documents behind (design parts 3 and 5). */
export function makeApollo(executor: Executor, log: Logger): ApolloServer<Context> {
  return new ApolloServer<Context>({
    validationRules: [...validationRules],
    parseOptions: { maxTokens: limits.tokens },
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
      costPlugin(executor),
      wellFormedErrorsAre200,
    ],
    logger: log,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
  });
}

/** Apollo hands validated documents to our executor. */
function gatewayOf(executor: Executor): Gateway {
  return {
    async load() {
      return {
        // The name as it was asked for: Apollo's own is null when there is no such operation, and another one would run.
        executor: ({ document, queryHash, request, context }) =>
          executor.execute(
            document,
            request.operationName || null,
            context as Context,
            request.variables ?? {},
            queryHash,
          ) as never,
      };
    },
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: executor.schema, coreSupergraphSdl: '' });
      return () => {};
    },
    async stop() {},
  };
}

/** Refuses documents that cost too much, and tells everyone what theirs cost. */
function costPlugin(executor: Executor): ApolloServerPlugin<Context> {
  const costOf = makeCostOf(executor.schema);
  return {
    async requestDidStart() {
      let cost = 0;
      return {
        async didResolveOperation({ document, operation, queryHash, operationName, request }) {
          if (operation?.operation === 'subscription') throw notOverHttp();
          cost = costOf(document, queryHash, operationName, request.variables ?? {});
          checkCost(cost);
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
