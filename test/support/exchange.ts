import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Person } from './cast.ts';

/** An answer as it came over the wire. */
interface Exchanged {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as it came. */
  bytes: Buffer;
  /** The body, decompressed. */
  text: string;
}

/** Sends a request to any path of the service, and keeps the bytes of the answer, which may be compressed. */
export function exchange(
  person: Person,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Exchanged> {
  const { hostname, port } = new URL(person.url);
  const isChunked = 'Transfer-Encoding' in headers;
  const length = body === undefined || isChunked ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const sent = { Authorization: person.authorization, ...length, ...headers };
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: sent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const plain = bytes.length === 0 ? bytes : decoded(bytes, response.headers['content-encoding']);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: plain.toString() });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

function decoded(bytes: Buffer, coding: string | undefined): Buffer {
  if (coding === 'gzip') return gunzipSync(bytes);
  return coding === 'br' ? brotliDecompressSync(bytes) : bytes;
}
