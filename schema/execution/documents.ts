import { GraphQLError } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { extensionsOf } from '../../src/errors.ts';
import { declareBound } from '../../src/platform/bounds.ts';
import { documentChecker } from './check-document.ts';
import { makeDocuments as makeDocumentCache } from '@runners/graphql';
import type { Costs, Documents as DocumentCache } from '@runners/graphql';
import { checkCost } from './check-cost.ts';

/** The documents of all callers, who pay for the check of one that is not cached. */
export type Documents = DocumentCache<Context>;

const bounds = {
  valid: declareBound(import.meta.url, {
    name: 'documents',
    holds:
      'parsed documents, at most 1,000, measured by their length (one cache for HTTP, and one for sockets and streams)',
    limit: 1_000_000,
    unit: 'characters',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used document is evicted, and parsed again when it is next used.',
  }),
  refused: declareBound(import.meta.url, {
    name: 'refused_documents',
    holds: 'errors of invalid documents, at most 1,000, measured by their length (in each of both caches)',
    limit: 2_000_000,
    unit: 'characters',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used document is evicted, and validated again when it is next used.',
  }),
  prepared: declareBound(import.meta.url, {
    name: 'prepared_operations',
    holds: 'operations by their text, at most 1,000 with up to 20,000 characters each (in each of both caches)',
    limit: 2_000_000,
    unit: 'characters',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used operation is evicted, and selected again when it is next used.',
  }),
};

/** Makes the cache of documents with the limits of this service. Without a key, the limits are lower. */
export function makeDocuments(schema: GraphQLSchema, costs: Costs): Documents {
  return makeDocumentCache<Context>(schema, costs, {
    check: documentChecker(schema),
    kindOf: (reader) => (reader?.viewer === null ? 'none' : 'key'),
    noOperation: (sentence) => new GraphQLError(sentence, { extensions: extensionsOf('OPERATION_RESOLUTION_FAILURE') }),
    checkCost: (points, asked) => checkCost(schema, points, asked),
    bounds,
  });
}
