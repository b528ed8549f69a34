import type { HTTPGraphQLResponse } from '@apollo/server';
import { getOperationAST, parse } from 'graphql';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { checkHolds, executeOnce } from '../../src/request/pipeline.ts';
import type { Answer } from '../../src/domain/idempotency/sealed-answer.ts';
import { scopesOfDocument } from '../execution/check-scopes.ts';
import { operationNameOf } from '@runners/graphql';
import { limits } from '../execution/limits.ts';
import type { Body, ReadBody } from './graphql-body.ts';

/** Returns the document of a request if its operation is a mutation. Errors in the document are reported by Apollo later. */
export function mutationOf(body: Body): DocumentNode | null {
  const { query } = body;
  if (typeof query !== 'string' || query.length > limits.characters) return null;
  try {
    const document = parse(query, { maxTokens: limits.tokens, noLocation: true });
    return getOperationAST(document, operationNameOf(body))?.operation === 'mutation' ? document : null;
  } catch {
    return null;
  }
}

/**
 * Executes the mutations of a document once, and returns the complete answer again to repeated requests (decisions D254). The
 * answer is stored if at least one mutation has succeeded.
 * @param run lets Apollo execute the request with the given context
 */
export function runMutationOnce(
  schema: GraphQLSchema,
  context: Context,
  request: { key: string; url: string; document: DocumentNode; read: ReadBody },
  run: (context: Context) => Promise<HTTPGraphQLResponse>,
): Promise<{ answer: Answer; isReplayed: boolean }> {
  const { key, url, document, read } = request;
  const operationName = operationNameOf(read.body ?? {});
  // The first request may have been sent with another API key of the same person.
  checkHolds(context, scopesOfDocument(schema, document, operationName, 'possible'));
  return executeOnce(context, { key, content: ['POST', url, read.digest ?? ''] }, async (own, database) => {
    const { status = 200, headers, body } = await run(own);
    if (body.kind !== 'complete') throw new Error('a mutation is answered in one piece');
    const { errors } = JSON.parse(body.string) as { errors?: unknown };
    const kept = Object.fromEntries(headers);
    delete kept['content-length'];
    return { answer: { status, headers: kept, body: body.string }, done: errors === undefined || database.changed };
  });
}
