import { z } from 'zod';
import { base } from '../uris.ts';
import { readCurl } from './read-curl.ts';
import { restUrl, UnreadableCall } from './rest-call.ts';
import type { RestCall } from './rest-call.ts';

const pair = z.object({ name: z.string(), value: z.string().default('') });
/** The part of HAR 1.2 that describes requests. */
const har = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({
          method: z.string(),
          url: z.string(),
          headers: z.array(pair).default([]),
          postData: z
            .object({
              mimeType: z.string().optional(),
              text: z.string().optional(),
              encoding: z.string().optional(),
              params: z.array(pair).optional(),
            })
            .optional(),
        }),
      }),
    ),
  }),
});
type HarRequest = z.infer<typeof har>['log']['entries'][number]['request'];

/**
 * Reads the calls of the REST interface in a text: one in a line of curl or a URL, and all in a HAR file.
 * @param readFile reads the file of `@file` in a line of curl; by default it is refused
 * @throws UnreadableCall
 */
export function readCalls(text: string, readFile?: (path: string) => Buffer): RestCall[] {
  const trimmed = text.trim();
  if (trimmed === '') throw new UnreadableCall('There is no call: enter a line of curl, a URL, or a HAR file.');
  if (trimmed.startsWith('{')) return readHar(trimmed);
  if (/^curl(\s|$)/.test(trimmed)) return [readCurl(trimmed, readFile)];
  const [, method = 'GET', address = ''] = /^(?:([A-Z]+)\s+)?(\S+)$/.exec(trimmed) ?? [];
  if (address === '') throw new UnreadableCall('This is neither a line of curl, nor a URL, nor a HAR file.');
  return [{ method, url: restUrl(address), headers: {}, body: Buffer.alloc(0) }];
}

function readHar(text: string): RestCall[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableCall('The text begins like a HAR file, but it is not JSON.');
  }
  const parsed = har.safeParse(value);
  if (!parsed.success) throw new UnreadableCall('The text is JSON, but no HAR file (version 1.2).');
  const calls = parsed.data.log.entries
    .map(({ request }) => request)
    .filter(({ url, method }) => URL.parse(url)?.pathname.startsWith(`${base}/`) && method !== 'OPTIONS')
    .map(harCall);
  if (calls.length === 0) throw new UnreadableCall(`The HAR file has no requests below ${base}/.`);
  return calls;
}

function harCall({ method, url, headers, postData }: HarRequest): RestCall {
  const sent = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  if (postData?.mimeType !== undefined) sent['content-type'] ??= postData.mimeType;
  const { text, params, encoding } = postData ?? {};
  const form = params && new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value]));
  const body = Buffer.from(text ?? form?.toString() ?? '', encoding === 'base64' ? 'base64' : 'utf8');
  return { method, url: restUrl(url), headers: sent, body };
}
