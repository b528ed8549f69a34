import { keyOf } from './roles.ts';

/** A user who sends requests. */
export interface Reader {
  id: number;
  username: string;
}

/** Text around a moment: what changes from one upload to the next, so that none is a duplicate. */
export type Dated = readonly [before: string, after: string];

/** A request before it is bytes. */
export interface Request {
  reader: Reader;
  method: 'GET' | 'POST';
  path: string;
  accept?: string;
  acceptEncoding?: string;
  contentType?: string;
  body?: string | Dated;
}

const dateLength = '2001-01-01T00:00:00Z'.length;

/** The moment of the `serial`th upload, a second after the one before. */
function momentOf(serial: number): string {
  return `${new Date(Date.UTC(2001, 0, 1) + serial * 1000).toISOString().slice(0, 19)}Z`;
}

/** The body as it is sent the `serial`th time. */
export function bodyAt(body: Request['body'], serial: number): string | undefined {
  return typeof body === 'object' ? body[0] + momentOf(serial) + body[1] : body;
}

export function headersOf({ reader, accept, acceptEncoding, contentType }: Request): Record<string, string> {
  return {
    Authorization: `ApiKey ${reader.username}:${keyOf(reader.id)}`,
    Accept: accept ?? 'application/json',
    ...(acceptEncoding ? { 'Accept-Encoding': acceptEncoding } : {}),
    ...(contentType ? { 'Content-Type': contentType } : {}),
  };
}

/** A request as bytes, made once; the parts of a dated body are shared between requests. */
export function encoded(request: Request, shared: Map<string, Buffer>): (serial: number) => readonly Buffer[] {
  const bytes = (text: string): Buffer => {
    const known = shared.get(text) ?? Buffer.from(text);
    shared.set(text, known);
    return known;
  };
  const { body } = request;
  const parts = body === undefined ? [] : typeof body === 'string' ? [bytes(body)] : body.map(bytes);
  const length = parts.reduce((sum, part) => sum + part.length, typeof body === 'object' ? dateLength : 0);
  const headers = { Host: '127.0.0.1', ...headersOf(request), ...(body ? { 'Content-Length': String(length) } : {}) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (typeof body !== 'object') {
    const whole = [Buffer.concat([head, ...parts])];
    return () => whole;
  }
  const [before, after] = parts as [Buffer, Buffer];
  return (serial) => [head, before, Buffer.from(momentOf(serial)), after];
}
