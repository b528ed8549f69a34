import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { GraphQLError } from 'graphql';
import { MAX_BYTES } from '../../src/platform/bodies/max-values.ts';
import { idempotencyField } from '../../src/domain/idempotency/idempotency-key.ts';
import { bodyCodingOf, bodyCodings } from '../../src/platform/bodies/body-coding.ts';
import type { BodyCoding } from '../../src/platform/bodies/body-coding.ts';
import { MalformedBody, notJson, utf8Text } from '@runners/wire';
import { liveLimits } from './live-limits.ts';
import { isParsedOnLoop } from '../../src/platform/bodies/on-loop.ts';
import { receiveBody } from '../../src/platform/bodies/receive-body.ts';
import { senderOf } from '@runners/limits';
import type { Context } from '../../src/domain/context.ts';
import { extensionsOf, Failure } from '../../src/errors.ts';
import { payAhead, weigh } from '../../src/request/pipeline.ts';
import { UnsupportedMedia } from './graphql-refusal.ts';
import type { LargeBodies } from './large-body-pool.ts';
import { smallBytes, tooLarge } from './large-body.ts';
import { isQueryText, queryType } from './query-method.ts';

/** The largest GraphQL request in bytes: a document with the track of a long run in its variables. */
const graphqlBytes = MAX_BYTES;

/** A POST body as Apollo accepts it: an object, or a list, which Apollo refuses. */
export type Body = Record<string, unknown>;

/** A request that was read. */
export interface ReadBody {
  body: Body | undefined;
  /** SHA-256 of the decompressed bytes, for a request with an Idempotency-Key. */
  digest?: Buffer | undefined;
  /** Must be called when a large request ends. Until then, it counts against the memory for bodies. */
  release?: () => void;
}

const fromBrotli = promisify(brotliDecompress);
/** The content codings of requests. Brotli has windows of up to 16 MiB, so that such a body is decompressed as a whole. */
const supported = [...bodyCodings, 'br'].join(', ');
type Packing = BodyCoding | 'identity' | 'br';

/**
 * Reads the JSON body of a POST or QUERY, or the document that is the body of a QUERY. Undefined when the body is missing or not JSON. A large body is only read with a key, and
 * charged as an upload before. The limits are those of the decompressed body.
 * @throws Failure TOO_LARGE, MALFORMED, RATE_LIMITED, BODY_TOO_SLOW, BUSY; GraphQLError INVALID for a track, file
 *   or picture of a large request; GraphQLError with 415
 */
export async function readGraphqlBody(
  request: IncomingMessage,
  context: Context,
  large: LargeBodies,
): Promise<ReadBody> {
  const packing = packingOf(request);
  if (packing === null) return { body: undefined };
  if (packing === 'br') {
    const { bytes, digest } = await readSmall(request, context, packing, smallBytes);
    return { body: await bodyOf(request, bytes, large), digest };
  }
  const pay = async () => {
    if (!context.viewer) throw needsKey();
    await payAhead(context, 'upload');
  };
  const { bytes, release } = await receiveBody(request, graphqlBytes, { over: smallBytes, pay }, codingOf(packing));
  try {
    weigh(context, bytes.length);
    const digest = digestOf(request, bytes);
    const body = await bodyOf(request, bytes, large);
    if (bytes.length > smallBytes) return { body, digest, release };
    release();
    return { body, digest };
  } catch (error) {
    release();
    throw error;
  }
}

/** Reads requests of subscriptions, compressed or not, which are as small as the messages of sockets. */
export async function readSmallBody(request: IncomingMessage, context: Context): Promise<Body | undefined> {
  const packing = packingOf(request);
  if (packing === null) return undefined;
  const { bytes } = await readSmall(request, context, packing, liveLimits.messageBytes);
  return isQueryText(request) ? { query: textOf(bytes) } : readJson(bytes);
}

/** Receives the bytes of a request, of which there are at most `most`, decompresses and weighs them. */
async function readSmall(request: IncomingMessage, context: Context, packing: Packing, most: number) {
  const { bytes: packed, release } = await receiveBody(request, most, undefined, codingOf(packing));
  try {
    const bytes = packing === 'br' ? await unpacked(packed, most) : Buffer.from(packed);
    weigh(context, bytes.length);
    return { bytes, digest: digestOf(request, bytes) };
  } finally {
    release();
  }
}

/** The document of a QUERY, which is parsed only if it is short, or the JSON of a request, from a thread if it is long. */
function bodyOf(request: IncomingMessage, bytes: Buffer, large: LargeBodies): Body | Promise<Body> {
  if (isQueryText(request) && bytes.length <= smallBytes) return { query: textOf(bytes) };
  const sender = senderOf(request);
  const isShort = bytes.length <= liveLimits.messageBytes && isParsedOnLoop(bytes.length, 'json', sender);
  return isShort ? readJson(bytes) : large.read(bytes, sender);
}

const codingOf = (packing: Packing) => (packing === 'identity' || packing === 'br' ? undefined : packing);

function digestOf({ headers }: IncomingMessage, bytes: Buffer): Buffer | undefined {
  if (headers[idempotencyField] === undefined) return undefined;
  return createHash('sha256').update(bytes).digest();
}

/** What is said to uploads that other servers take. */
const noMultipart =
  'Multipart requests are not accepted. For a picture, call `preparePictureUpload` or `prepareProfilePictureUpload`, and send the bytes to the URL that it returns. A GPX file is sent as text, in the variable of `importGpx`.';

const badRequest = (sentence: string) =>
  new GraphQLError(sentence, { extensions: extensionsOf('BAD_REQUEST', { http: { status: 400 } }) });

/** @throws GraphQLError BAD_REQUEST for several operations in one request */
export function checkNoBatch(body: unknown): void {
  if (Array.isArray(body))
    throw badRequest(
      'Batches of operations are not accepted: send each operation in a request of its own, or several fields in one operation.',
    );
}

/** Checks that a POST has a JSON object with something in it. @throws GraphQLError BAD_REQUEST */
export function checkIsJson(body: Body | undefined): void {
  if (!body) throw badRequest('Send the request as JSON, with the header `Content-Type: application/json`.');
  if (Object.keys(body).length === 0) throw badRequest('The body is empty: send an object with a `query`.');
}

/** The content encoding of a JSON body. Null for other bodies. @throws GraphQLError with 415 */
function packingOf({ method, headers }: IncomingMessage): Packing | null {
  // Nearly all are this.
  if (headers['content-type'] === 'application/json' && !headers['content-encoding'] && method === 'POST')
    return 'identity';
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';');
  if (method === 'POST' && /^\s*multipart\//i.test(type)) throw new UnsupportedMedia(noMultipart);
  if (method === 'QUERY') queryType(type);
  else if (method !== 'POST' || type.trim().toLowerCase() !== 'application/json') return null;
  for (const parameter of parameters) {
    const [name = '', ...value] = parameter.split('=');
    const charset = value.join('=').trim().replaceAll(/^"|"$/g, '');
    // Every text in ASCII is one in UTF-8, and an empty name says nothing.
    if (name.trim().toLowerCase() === 'charset' && !/^(utf-?8|us-ascii)?$/i.test(charset))
      throw new UnsupportedMedia(`unsupported charset "${charset}"`);
  }
  const encoding = headers['content-encoding']?.toLowerCase();
  const packing = encoding === 'br' ? encoding : bodyCodingOf(encoding);
  if (packing) return packing;
  throw new UnsupportedMedia(`unsupported content encoding "${encoding}"; supported: ${supported}`, supported);
}

async function unpacked(bytes: Buffer, most: number): Promise<Buffer> {
  try {
    return await fromBrotli(bytes, { maxOutputLength: most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(most);
    throw new Failure('MALFORMED', 'The body is not valid br.');
  }
}

/** The text of a body in UTF-8, without its byte order mark (decisions P16). @throws Failure MALFORMED */
function textOf(bytes: Buffer): string {
  try {
    return utf8Text(bytes);
  } catch (error) {
    if (error instanceof MalformedBody) throw new Failure('MALFORMED', 'The body is not valid UTF-8.');
    throw error;
  }
}

/** An object or a list. An empty body counts as an empty object. */
function readJson(bytes: Buffer): Body {
  if (bytes.length === 0) return {};
  const text = textOf(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Failure('MALFORMED', `The body ${notJson(error)}.`);
  }
  if (typeof value !== 'object' || value === null) throw new Failure('MALFORMED', 'The body must be a JSON object.');
  return value as Body;
}

function needsKey(): Failure {
  const sentence = `The body is too large: at most ${smallBytes} bytes are accepted without a key.`;
  return new Failure('TOO_LARGE', sentence);
}
