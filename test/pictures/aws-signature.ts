import { createHash, createHmac } from 'node:crypto';

/** A request as it came over the wire. */
export interface Received {
  method: string;
  /** Path and query, as sent. */
  url: string;
  /** By names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Who may sign, and for where. */
interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Every byte but letters, digits and `-._~` as %XX: what AWS calls UriEncode. */
const encoded = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((char) => (/[\w.~-]/.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`))
    .join('');

/** The value of a header with its blanks put in order. */
const valueOf = ({ headers }: Received, name: string) =>
  [headers[name] ?? []].flat().join(',').trim().replaceAll(/\s+/g, ' ');

/** What is signed: the request written in one way only. */
function canonical(request: Received, signedHeaders: string[]): string {
  const { pathname, search } = new URL(request.url, 'http://any');
  const path = pathname.split('/').map((part) => encoded(decodeURIComponent(part)));
  const query = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => part.split('=').map((side) => encoded(decodeURIComponent(side))))
    .map(([name, value = '']) => `${name}=${value}`)
    .sort();
  const headers = signedHeaders.map((name) => `${name}:${valueOf(request, name)}\n`);
  const lines = [request.method, path.join('/'), query.join('&'), headers.join(''), signedHeaders.join(';')];
  return [...lines, valueOf(request, 'x-amz-content-sha256')].join('\n');
}

/**
 * AWS Signature Version 4 of a request to S3, as the documentation of S3 describes it ("Authenticating Requests: Using
 * the Authorization Header"), written without a look at what signs in the service.
 */
export function signatureOf(request: Received, signedHeaders: string[], { secretAccessKey, region }: Signer): string {
  const moment = valueOf(request, 'x-amz-date');
  const scope = [moment.slice(0, 8), region, 's3', 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', moment, scope.join('/'), sha256(canonical(request, signedHeaders))].join('\n');
  return hmac(scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`) as Buffer, text).toString('hex');
}

/** What S3 would have against a request: the code of its error, or null. */
export function objectionTo(request: Received, signer: Signer): string | null {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, accessKeyId, day, region, names = '', signature] =
    authorization.exec(valueOf(request, 'authorization')) ?? [];
  if (accessKeyId === undefined) return 'AccessDenied';
  if (accessKeyId !== signer.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== signer.region) return 'AuthorizationHeaderMalformed';
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(valueOf(request, 'x-amz-date')) ?? [];
  if (day !== `${year}${month}${date}`) return 'AccessDenied';
  const age = Date.now() - Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (Math.abs(age) > 15 * 60_000) return 'RequestTimeTooSkewed';
  // The host and everything that is for AWS must be signed.
  const signed = names.split(';');
  const due = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (!due.every((name) => signed.includes(name))) return 'AccessDenied';
  if (signature !== signatureOf(request, signed, signer)) return 'SignatureDoesNotMatch';
  const claimed = valueOf(request, 'x-amz-content-sha256');
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(request.body)) return 'XAmzContentSHA256Mismatch';
  return null;
}
