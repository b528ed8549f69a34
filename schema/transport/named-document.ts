import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import { extensionsOf } from '../../src/errors.ts';
import { hashIn } from '../execution/document-refusals.ts';
import type { DocumentRequest, KnownDocuments } from '@runners/graphql';

/** The parameters of a GET request that name a document and the operation in it. */
const naming = ['query', 'documentId', 'extensions', 'operationName'] as const;

/**
 * Returns the search of the URL of a GET request, beginning with its question mark, with the text of the document in place of its
 * name, and the completed request.
 * @param complete replaces the name by the text
 * @throws GraphQLError as `complete`, and BAD_REQUEST for text that is not UTF-8, and a parameter that is sent twice or is no JSON
 */
export function completedSearch(
  url: string | undefined,
  complete: (request: DocumentRequest) => DocumentRequest,
): { search: string; request: DocumentRequest } {
  const search = searchOf(url);
  const parameters = new URLSearchParams(search);
  // Bytes that are not UTF-8 are read as U+FFFD (decisions P16).
  if (/%[89a-f]/i.test(search) && /%EF%BF%BD/.test(String(parameters)) && !/%ef%bf%bd/i.test(search))
    throw badRequest('The query string is not valid UTF-8.');
  const request: DocumentRequest = {};
  for (const name of naming) {
    const values = parameters.getAll(name);
    if (values.length > 1) throw badRequest(`The parameter \`${name}\` is sent more than once.`);
    if (values.length === 1) request[name] = name === 'extensions' ? parsed(values[0] ?? '') : values[0];
  }
  const completed = complete(request);
  if (completed === request) return { search, request };
  for (const name of naming) {
    const value = completed[name];
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return { search: `?${parameters}`, request: completed };
}

/** What a request has as `onError`: in its body, or as a parameter of a GET request. */
export function onErrorIn({ method, url }: IncomingMessage, body: DocumentRequest | undefined): unknown {
  return method === 'GET' ? new URLSearchParams(searchOf(url)).get('onError') : body?.['onError'];
}

/** Returns the search of a URL, beginning with its question mark, or an empty text. */
export function searchOf(url = ''): string {
  const question = url.indexOf('?');
  return question < 0 ? '' : url.slice(question);
}

/**
 * Returns a request to stream results, which has a text, because graphql-sse passes no `documentId`. The text is empty if the
 * document is named by its hash. @throws GraphQLError as `KnownDocuments.complete`
 */
export function streamedRequest(request: DocumentRequest, known: KnownDocuments): DocumentRequest {
  const { query, documentId, extensions } = request;
  if (documentId !== undefined && documentId !== null) return known.complete(request);
  const isNamed = (query === undefined || query === null) && hashIn(extensions) !== undefined;
  return isNamed ? { ...request, query: '' } : request;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The parameter `extensions` is not JSON.');
  }
}

function badRequest(sentence: string): GraphQLError {
  return new GraphQLError(sentence, { extensions: extensionsOf('BAD_REQUEST', { http: { status: 400 } }) });
}
