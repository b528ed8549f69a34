import type { IncomingMessage, ServerResponse } from 'node:http';
import { getOperationAST, GraphQLError, parse } from 'graphql';
import { extensionsOf } from '../../src/errors.ts';
import { cachedByCaller, varyOfReads, varyWith } from '../../src/web/answers/send-text.ts';
import type { Executor } from '../execution/executor.ts';
import { operationNameOf } from '@runners/graphql';
import { limits } from '../execution/limits.ts';
import type { Body } from './graphql-body.ts';
import { UnsupportedMedia } from './graphql-refusal.ts';

/** The media types of queries: a JSON request as in a POST, and a document alone, which has no variables. */
const mediaTypes = { json: 'application/json', document: 'application/graphql' } as const;

/** The header that names the media types of queries (RFC 10008, section 3). */
export const acceptQuery: [name: string, value: string] = ['Accept-Query', Object.values(mediaTypes).join(', ')];

/** The methods of `/graphql`. */
export const allowedMethods = 'GET, POST, QUERY, OPTIONS';

/**
 * Sets the headers of an answer to a GET or QUERY. Caches may store such answers, so they are told that an answer belongs to
 * one caller and may have changed.
 */
export function setQueryHeaders(response: ServerResponse): void {
  response.setHeader('Cache-Control', cachedByCaller);
  response.setHeader('Vary', varyWith(response, varyOfReads));
}

/** Answers OPTIONS of `/graphql`. */
export function answerOptions(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.setHeader(...acceptQuery);
  response.writeHead(204, { Allow: allowedMethods }).end();
}

/**
 * Returns the media type of a QUERY.
 * @param type the value of Content-Type without its parameters
 * @throws GraphQLError with 400 if there is none, and with 415 for any other
 */
export function queryType(type: string): 'json' | 'document' {
  const name = type.trim().toLowerCase();
  if (name === '') throw badQuery('A QUERY must state the type of its body in the header Content-Type.', 400);
  if (name === mediaTypes.json) return 'json';
  if (name === mediaTypes.document) return 'document';
  throw new UnsupportedMedia(`A QUERY has a body of the type ${Object.values(mediaTypes).join(' or ')}.`);
}

/** Whether the body of a request is a document and not JSON. */
export function isQueryText({ method, headers }: IncomingMessage): boolean {
  return method === 'QUERY' && queryType((headers['content-type'] ?? '').split(';', 1)[0] ?? '') === 'document';
}

/**
 * Checks that a QUERY executes nothing but a query. Errors in the document are reported when it is executed.
 * @throws GraphQLError with 422 for a mutation or a subscription
 */
export function checkQueries(body: Body | undefined, executor: Executor): void {
  if (!body || typeof body['query'] !== 'string' || body['query'].length > limits.characters) return;
  const { query } = body;
  const name = operationNameOf(body);
  // Only queries are found there.
  if (executor.repeated(query, name)) return;
  let operation;
  try {
    operation = getOperationAST(parse(query, { maxTokens: limits.tokens, noLocation: true }), name)?.operation;
  } catch {
    return;
  }
  if (operation !== undefined && operation !== 'query')
    throw badQuery(`The method QUERY changes nothing, so a ${operation} is not executed: send it with POST.`, 422);
}

function badQuery(sentence: string, status: number): GraphQLError {
  return new GraphQLError(sentence, { extensions: extensionsOf('BAD_REQUEST', { http: { status } }) });
}
