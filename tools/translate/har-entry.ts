import { z } from 'zod';
import { base } from '../../rest-compat/uris.ts';
import type { FoundCall, ProvedAnswer, Recorded } from './exchange.ts';
import { restUrl, UnreadableCall } from './rest-call.ts';
import type { RestCall } from './rest-call.ts';

/** Absent texts are null in the files of some programs. */
const text = z.string().nullish();
const pairs = z.array(z.object({ name: z.string(), value: text })).nullish();
type Pairs = z.infer<typeof pairs>;

/** A request of HAR 1.2, as far as it is read. */
const harRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: pairs,
  postData: z.object({ mimeType: text, text, encoding: text, params: pairs }).nullish(),
});
type HarRequest = z.infer<typeof harRequest>;

/** An entry of HAR 1.2, as far as it is read. */
export const harEntry = z.object({
  startedDateTime: text,
  request: harRequest,
  response: z
    .object({
      status: z.number(),
      headers: pairs,
      content: z.object({ size: z.number().nullish(), mimeType: text, text, encoding: text }).nullish(),
    })
    .nullish(),
});
type HarEntry = z.infer<typeof harEntry>;
type HarResponse = NonNullable<HarEntry['response']>;

/**
 * Reads an entry of a HAR file with its answer.
 * @param source the file, and the number of the entry in it
 * @throws UnreadableCall for one that is no JSON, or no entry
 */
export function exchangeOfEntry(bytes: Buffer, source: string): Recorded {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new UnreadableCall(`${source} is not JSON: ${(error as Error).message}`);
  }
  return exchangeOfValue(value, source);
}

/** Reads an entry of a HAR file that was parsed, with its answer. @throws UnreadableCall for one that is no entry */
export function exchangeOfValue(value: unknown, source: string): Recorded {
  const parsed = harEntry.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UnreadableCall(
      `${source} is no entry of a HAR file: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    );
  }
  if (!isOfInterface(parsed.data)) return { source, why: `it is no call below ${base}/` };
  const { recorded, ...call } = callOfEntry(parsed.data);
  return recorded ? { source, call, ...recorded } : { source, why: 'it has no answer' };
}

/** The call of an entry, with its answer if it has one. @throws UnreadableCall for a URL that is not below the interface */
export function callOfEntry({ request, response, startedDateTime }: HarEntry): FoundCall {
  const call = harCall(request);
  // Programs write 0 or -1 for a connection that was ended.
  if (!response || response.status < 100) return call;
  const notes: string[] = [];
  if (binaryText(request)) notes.push('The body of the request was recorded as a text, so that its bytes are lost.');
  const answer = answerOf(response, call.method, notes);
  const at = Date.parse(startedDateTime ?? '');
  return { ...call, recorded: { answer, at: Number.isNaN(at) ? null : at, notes } };
}

/** Whether an entry is a call of the interface, and not the question of a browser about other origins. */
export function isOfInterface({ request: { url, method } }: HarEntry): boolean {
  return method !== 'OPTIONS' && URL.parse(url)?.pathname.startsWith(`${base}/`) === true;
}

function harCall({ method, url, headers, postData }: HarRequest): RestCall {
  const sent = headersOf(headers);
  if (postData?.mimeType) sent['content-type'] ??= postData.mimeType;
  const { params, encoding } = postData ?? {};
  const form = params && new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value ?? '']));
  const body = Buffer.from(postData?.text ?? form?.toString() ?? '', encoding === 'base64' ? 'base64' : 'utf8');
  return { method, url: restUrl(url), headers: sent, body };
}

/** Headers without the lines of HTTP/2 that are none. A repeated one has its values after each other. */
function headersOf(given: Pairs): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of given ?? []) {
    const key = name.toLowerCase();
    if (key.startsWith(':')) continue;
    headers[key] = headers[key] === undefined ? (value ?? '') : `${headers[key]}, ${value ?? ''}`;
  }
  return headers;
}

function binaryText({ headers, postData }: HarRequest): boolean {
  const type = headersOf(headers)['content-type'] ?? postData?.mimeType ?? '';
  return type.startsWith('image/') && !!postData?.text && postData.encoding !== 'base64';
}

function answerOf({ status, headers, content }: HarResponse, method: string, notes: string[]): ProvedAnswer {
  const received = headersOf(headers);
  if (content?.mimeType && content.mimeType !== 'x-unknown') received['content-type'] ??= content.mimeType;
  const size = content?.size ?? 0;
  if (content?.text === undefined || content.text === null) {
    // A size of -1 says that nothing is known.
    const isEmpty = size === 0 || method === 'HEAD' || status === 204 || status === 304;
    if (!isEmpty) notes.push('The body of the answer was not recorded.');
    return { status, headers: received, body: isEmpty ? Buffer.alloc(0) : null };
  }
  const body = Buffer.from(content.text, content.encoding === 'base64' ? 'base64' : 'utf8');
  // Some programs count the packed bytes, or characters.
  if (size > 0 && size !== body.length && size !== content.text.length)
    notes.push(`The recording says that the body has ${size} bytes, and has ${body.length} of them.`);
  return { status, headers: received, body };
}
