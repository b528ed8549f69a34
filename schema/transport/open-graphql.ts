import type { ContextOf } from '../../src/request/identify.ts';
import type { Config } from '../../src/platform/config.ts';
import { importDocuments } from '../../src/web/pages/import-page.documents.ts';
import { makeApollo } from '../execution/apollo.ts';
import { makeDocuments } from '../execution/documents.ts';
import type { Executor } from '../execution/executor.ts';
import type { KnownDocuments } from '@runners/graphql';
import { openKnownDocuments } from '../execution/registered-documents.ts';
import { makeGraphqlHandler } from './graphql-http.ts';
import type { GraphqlHandler } from './graphql-http.ts';

/** GraphQL over HTTP, and the documents that all transports share. */
export interface Graphql {
  known: KnownDocuments;
  /** Makes a handler of requests that have the given contexts. */
  handlerFor(contextOf: ContextOf): GraphqlHandler;
  /** Stops the framework. */
  stop(): Promise<void>;
}

/**
 * Starts Apollo, and reads the documents that are registered: those of the page at `/import` are.
 * @param ofRest the documents of the REST interface
 * @throws ConfigError for documents that cannot be registered
 */
export async function openGraphql(
  executor: Executor,
  config: Pick<Config, 'documents' | 'documentsPath'>,
  ofRest: Iterable<{ text: string }>,
): Promise<Graphql> {
  const documents = makeDocuments(executor.schema, executor.costs);
  const ofPage = Object.values(importDocuments).map((text) => ({ text }));
  const known = await openKnownDocuments(config, documents, [...ofRest, ...ofPage]);
  const apollo = makeApollo(executor, documents, executor.log);
  await apollo.start();
  return {
    known,
    handlerFor: (contextOf) => makeGraphqlHandler(apollo, { executor, documents, known }, contextOf),
    stop: () => apollo.stop(),
  };
}
