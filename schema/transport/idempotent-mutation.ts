import type { IncomingMessage } from 'node:http';
import type { HTTPGraphQLResponse } from '@apollo/server';
import { getOperationAST, parse } from 'graphql';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { idempotencyField, readIdempotencyKey } from '../../src/domain/idempotency/idempotency-key.ts';
import { runOnce } from '../../src/domain/idempotency/run-once.ts';
import type { Answer } from '../../src/domain/idempotency/sealed-answer.ts';
import { checkHolds, scopesOfDocument } from '../execution/check-scopes.ts';
import { limits } from '../execution/limits.ts';
import type { Body, ReadBody } from './graphql-body.ts';

/** The Idempotency-Key of a request. Undefined without one. @throws Failure INVALID */
export function keyOf({ headers }: IncomingMessage): string | undefined {
  return readIdempotencyKey(headers[idempotencyField]);
}

/** The document of a request, if the operation that it selects is a mutation. Whatever is wrong with it, Apollo says. */
export function mutationOf({ query, operationName }: Body): DocumentNode | null {
  if (typeof query !== 'string' || query.length > limits.characters) return null;
  try {
    const document = parse(query, { maxTokens: limits.tokens, noLocation: true });
    return getOperationAST(document, nameOf(operationName))?.operation === 'mutation' ? document : null;
  } catch {
    return null;
  }
}

function nameOf(operationName: unknown): string | null {
  return typeof operationName === 'string' && operationName !== '' ? operationName : null;
}

/**
 * Runs the mutations of a document once, and gives the whole answer again to the same request (decisions D254). The answer is kept
 * when at least one mutation has succeeded.
 * @param run lets Apollo answer on the context that it is given
 */
export function runMutationOnce(
  schema: GraphQLSchema,
  context: Context,
  request: { key: string; url: string; document: DocumentNode; read: ReadBody },
  run: (context: Context) => Promise<HTTPGraphQLResponse>,
): Promise<{ answer: Answer; isReplayed: boolean }> {
  const { key, url, document, read } = request;
  const operationName = nameOf(read.body?.['operationName']);
  // Another key of the same person may have sent the first one.
  checkHolds(context, scopesOfDocument(schema, document, operationName, 'possible'));
  return runOnce(context, { key, content: ['POST', url, read.digest ?? ''] }, async (own, database) => {
    const { status = 200, headers, body } = await run(own);
    if (body.kind !== 'complete') throw new Error('a mutation is answered in one piece');
    const { errors } = JSON.parse(body.string) as { errors?: unknown };
    const kept = Object.fromEntries(headers);
    delete kept['content-length'];
    return { answer: { status, headers: kept, body: body.string }, done: errors === undefined || database.changed };
  });
}
