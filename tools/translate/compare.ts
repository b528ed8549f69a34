import type { GraphQLSchema } from 'graphql';
import { globalId, readGlobalId } from '../../schema/global-id.ts';
import { errorCodes, Failure } from '../../src/errors.ts';
import type { FailureCode, Violation } from '../../src/errors.ts';
import { answerTo, httpForms } from '../../rest-compat/errors.ts';
import { answerOf } from '../../rest-compat/reply.ts';
import { rowDocuments } from '../../rest-compat/row-documents.ts';
import { replyOf } from '../../rest-compat/run-row.ts';
import type { FindObject } from '../../rest-compat/variables.ts';
import { jsonVariables } from './json-variables.ts';
import type { RestCall } from './rest-call.ts';
import { sameButAnew } from './same-but-anew.ts';
import type { ReadCall } from './translator.ts';

/** Thrown when a call was executed, and its answer can't be compared. The message is a sentence that says why. */
export class NotCompared extends Error {}

/** Sends a request to one of the interfaces, and returns its answer. @throws NotCompared */
export type Send = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}) => Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: string }>;

/** The parts of an answer that are compared. */
export interface ComparedAnswer {
  status: number;
  location: string | null;
  contentType: string | null;
  body: string;
}

/** The old answer and the one that the row makes of the GraphQL result. */
export interface Comparison {
  /** The old answer, as it was sent. */
  rest: ComparedAnswer;
  /** The last answer of GraphQL, as it was sent. */
  graphql: string;
  /** The old answer, made of the answer of GraphQL by the row. */
  made: ComparedAnswer;
  /** Whether `rest` and `made` are the same. */
  equal: boolean;
  /** What differs although it is equal, because each of two calls that write creates it: ids, times, keys and signatures. */
  anew: string[];
}

const overGraphql = {
  method: 'POST',
  url: '/graphql',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
};
type NodeWithOwner = { user?: { databaseId: number } };
const nodeWithOwner = 'query ($id: ID!) { node(id: $id) { id ... on Workout { user { databaseId } } } }';

/** The headers that decide what a call does. */
const relevant = ['accept', 'content-type', 'x-http-method-override', 'content-md5'];

/**
 * Runs a call in both interfaces, and compares the answers.
 * @param publicUrl the base of absolute URLs
 * @throws NotCompared
 */
export async function compareCall(
  schema: GraphQLSchema,
  send: Send,
  { call, read }: { call: RestCall; read: ReadCall },
  publicUrl: string,
): Promise<Comparison> {
  const headers = Object.fromEntries(Object.entries(call.headers).filter(([name]) => relevant.includes(name)));
  const old = await send({ method: call.method, url: call.url, headers, body: call.body });
  // An outage says nothing about the call.
  if (old.status === 503)
    throw new Failure('UNAVAILABLE', undefined, { retryAfter: Number(old.headers['retry-after']) });
  const { graphql, answer } = await twinOf(schema, send, read, publicUrl);
  const made = madeOf(answer, call);
  const answered = comparedOf(old.status, old.headers, old.body);
  const isRead = call.method === 'GET' || call.method === 'HEAD';
  const texts = [answered, made].map(({ location, body }) => `${location ?? ''}\n${body}`) as [string, string];
  const anew = texts[0] === texts[1] ? [] : isRead ? null : sameButAnew(...texts);
  const sameHead = answered.status === made.status && answered.contentType === made.contentType;
  return { rest: answered, graphql, made, equal: sameHead && anew !== null, anew: anew ?? [] };
}

/** An answer as the rows make it. */
interface MadeAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Runs the document of a call over GraphQL, and makes the answer of the row of the result.
 * @param publicUrl the base of absolute URLs
 * @returns the answer, and the last answer of GraphQL as it was sent
 * @throws NotCompared
 */
export async function twinOf(
  schema: GraphQLSchema,
  send: Send,
  { row, rest, format }: ReadCall,
  publicUrl: string,
): Promise<{ answer: MadeAnswer; graphql: string }> {
  let graphql = '';
  const run = async (variables: Record<string, unknown>): Promise<unknown> => {
    const sent = { documentId: rowDocuments.get(row)?.id, variables: jsonVariables(schema, row.document, variables) };
    const answer = await send({ ...overGraphql, body: Buffer.from(JSON.stringify(sent)) });
    graphql = answer.body;
    const { data, errors } = JSON.parse(answer.body) as { data?: unknown; errors?: GraphqlError[] };
    if (errors?.[0]) throw failureOf(errors[0]);
    return data;
  };
  const find: FindObject = async (type, id) => {
    const variables = { id: globalId(type, id) };
    const answer = await send({
      ...overGraphql,
      body: Buffer.from(JSON.stringify({ query: nodeWithOwner, variables })),
    });
    const { data } = JSON.parse(answer.body) as { data?: { node: NodeWithOwner | null } };
    return data?.node ? { id, userId: data.node.user?.databaseId ?? null } : null;
  };
  const reply = await replyOf(row, rest, run, find).catch((error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
  const answer = reply instanceof Failure ? plainOf(reply, publicUrl) : answerOf(reply, format, publicUrl);
  return { answer, graphql };
}

function madeOf({ status, headers, body }: MadeAnswer, { method }: RestCall): ComparedAnswer {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return comparedOf(status, lower, method === 'HEAD' ? '' : body);
}

function comparedOf(status: number, headers: Readonly<Record<string, unknown>>, body: string): ComparedAnswer {
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : null);
  return { status, location: text('location'), contentType: text('content-type'), body };
}

/** The answer of the interface to a failure. */
function plainOf(failure: Failure, publicUrl: string) {
  const { status, contentType, body = '', location } = answerTo(failure);
  return {
    status,
    headers: {
      ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
      ...(location === undefined ? {} : { Location: publicUrl + location }),
    },
    body,
  };
}

/** An error in an answer of GraphQL. */
interface GraphqlError {
  message: string;
  extensions: {
    code: string;
    fields?: Record<string, string>;
    fieldCodes?: Record<string, Violation['code']>;
    existing?: string;
    retryAfter?: number;
  };
}

/** The failure that an error of GraphQL reports. @throws Error for an error that is no failure of an operation */
function failureOf({ message, extensions }: GraphqlError): Failure {
  const { code, fields, fieldCodes, existing, retryAfter } = extensions;
  if (!(code in httpForms)) throw new Error(`GraphQL answered ${code in errorCodes ? code : 'an error'}: ${message}`);
  const object = existing === undefined ? null : readGlobalId(existing);
  const violations = Object.entries(fields ?? {}).map(([path, sentence]) => ({
    path,
    sentence,
    code: fieldCodes?.[path] ?? 'NOT_POSSIBLE',
  }));
  return new Failure(code as FailureCode, message, {
    ...(fields ? { violations } : {}),
    ...(object ? { existing: { type: object.type, id: object.databaseId } } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}
