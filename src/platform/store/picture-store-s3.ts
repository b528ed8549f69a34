import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { Failure } from '../../errors.ts';
import type { PictureStore } from './picture-store.ts';

/** An S3-compatible service. */
export interface S3Storage {
  /** Base of its URLs, without a trailing slash: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  /** The prefix of every key, with a trailing slash; empty for none. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

/** Milliseconds after which a request without an answer is abandoned. */
const patience = 30_000;

/** Stores pictures as objects `prefix/abcd…/feed` in path style, which every S3-compatible service supports. */
export function s3Store(storage: S3Storage): PictureStore {
  const { accessKeyId, secretAccessKey, sessionToken, region } = storage;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
    region,
    service: 's3',
    // A request is repeated when the service is overloaded or failing.
    retries: 3,
  });
  // aws4fetch signs a plus sign as a space unless it is encoded.
  const prefix = storage.prefix.replaceAll('+', '%2B');
  const urlOf = (key: string, size: string) => `${storage.endpoint}/${storage.bucket}/${prefix}${key}/${size}`;

  async function call(method: string, url: string, more: { headers?: Record<string, string>; body?: Buffer } = {}) {
    const { body, headers = {} } = more;
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Failure('UNAVAILABLE', 'The picture store does not answer.', { retryAfter: 5 })),
      patience,
    );
    const init = { method, headers, signal: timeout.signal };
    try {
      // The types of fetch require a body in an ArrayBuffer of its own, so it is copied.
      return await client.fetch(url, body ? { ...init, body: new Uint8Array(body) } : init);
    } finally {
      // The body of an answer may take as long as its reader needs.
      clearTimeout(timer);
    }
  }

  return {
    async put(key, size, bytes, contentType) {
      const headers = {
        'Content-Type': contentType,
        'Content-Length': String(bytes.length),
        // With the checksum, the service refuses a body that was changed on the way.
        'X-Amz-Content-Sha256': createHash('sha256').update(bytes).digest('hex'),
      };
      await succeeded(await call('PUT', urlOf(key, size), { headers, body: bytes }), 'PUT');
    },
    async read(key, size) {
      const response = await call('GET', urlOf(key, size));
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      await succeeded(response, 'GET', false);
      const content = Readable.fromWeb(response.body as ReadableStream);
      return { content, length: Number(response.headers.get('content-length')) };
    },
    async remove(key, sizes) {
      await Promise.all(
        sizes.map(async (size) => {
          const response = await call('DELETE', urlOf(key, size));
          if (response.status === 404) await response.body?.cancel();
          else await succeeded(response, 'DELETE');
        }),
      );
    },
  };
}

/** @throws Error with the message of the service; bodies of answers that are not read are discarded */
async function succeeded(response: Response, method: string, finished = true): Promise<void> {
  if (!response.ok) {
    const says = (await response.text()).slice(0, 500);
    throw new Error(`the picture store answers ${response.status} to ${method}: ${says}`);
  }
  if (finished) await response.arrayBuffer();
}
