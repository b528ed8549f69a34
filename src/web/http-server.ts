import { createServer, IncomingMessage, STATUS_CODES } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { EscapingConnection, longestLine } from './escaping-connection.ts';
import { newRequestId, requestIdHeader } from '../platform/observability/request-record.ts';
import { recordedResponse } from '../request/recorded-response.ts';
import type { CommonHeaders } from '../request/recorded-response.ts';
import { escapedLine } from './request-line.ts';
import { answerExpecting } from '../platform/bodies/expect-continue.ts';
import { declareBound } from '../platform/bounds.ts';

const bound = declareBound(import.meta.url, {
  name: 'connections',
  holds: 'connections of all clients, including WebSockets; `CONNECTIONS_PER_ADDRESS` for each address',
  limit: 20_000,
  unit: 'connections',
  share: 'An address has `CONNECTIONS_PER_ADDRESS`.',
  beyond: 'The connection is closed before any data is read from it.',
});

/** The error of Node's server for a request that it cannot parse, with the bytes that it was parsing. */
interface ParseError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

/** A connection of the server. */
type Connection = Duplex & {
  bytesRead: number;
  /** The response to its latest request. */
  [latest]?: ServerResponse;
  /** The number of bytes that had arrived when the last request on it was complete. */
  [completeAt]?: number;
};

const completeAt = Symbol('completeAt');
const latest = Symbol('latest');

/** A request that records the position in its connection at which it ended. */
class PlacedRequest extends IncomingMessage {
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk === null) (this.socket as Connection)[completeAt] = this.socket.bytesRead;
    return super.push(chunk, encoding);
  }
}

/**
 * Bytes of a body that wait to be read, before no more is taken from the connection. A part has up to 64 KiB: with less
 * than that, one part waits and not two, which is 64 MB less when a thousand bodies come at once.
 */
const unreadBytes = 32 * 1024;

const sentences: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The request line and the headers are too long: at most ${longestLine} bytes are read.`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_INVALID_URL: [400, 'The path or query has characters that must be percent-encoded.'],
};
const noHost = 'The Host header is missing.';
const notHttp = [
  400,
  'This is not a request that HTTP/1.1 knows: its first line, a header or its body is malformed.',
] as const;
/** Refused connections are closed after this time, even if the client has not read the reason. */
const closeMs = 2000;

/**
 * Node's HTTP server, which answers requests that it cannot parse with a sentence. A request that is invalid only
 * because of spaces and bytes outside ASCII in its path or query is parsed again with these bytes escaped (decisions
 * N17: older apps send such requests).
 * @param upgrades whether a request for another protocol may switch to it; others are answered without an upgrade; by
 * default none may
 * @param common headers of every answer
 */
export function makeHttpServer(
  answer: RequestListener,
  upgrades: (request: IncomingMessage) => boolean = () => false,
  common: CommonHeaders = {},
): Server {
  const options = {
    ServerResponse: recordedResponse(common),
    IncomingMessage: PlacedRequest,
    requireHostHeader: false,
    shouldUpgradeCallback: upgrades,
    highWaterMark: unreadBytes,
  };
  const answerWithHost: RequestListener = (request, response) => {
    (request.socket as Connection)[latest] = response;
    if (request.headers.host !== undefined || request.httpVersion !== '1.1') answer(request, response);
    else response.writeHead(400, { ...plain(noHost), Connection: 'close' }).end(noHost);
  };
  const server = createServer(options, answerWithHost);
  answerExpecting(server, answerWithHost);
  server.maxConnections = bound.limit;
  let open = 0;
  server.on('connection', (connection: Duplex) => {
    open++;
    connection.once('close', () => open--);
  });
  bound.watch(() => open);
  /** Connections that are now read through another one, or were refused. */
  const left = new WeakSet<Duplex>();
  server.on('clientError', (error: ParseError, stream: Duplex) => {
    const connection = stream as Connection;
    if (left.has(connection)) return;
    left.add(connection);
    const begun = unescapedRequest(error, connection);
    if (begun) server.emit('connection', escaping(connection, begun));
    else refuse(error, connection);
  });
  return server;
}

/**
 * The bytes of the refused request, if it may be parsed again with escapes: its first byte is known for certain (and
 * never guessed, so that no body can pass for a request), no answer is in progress, and its line is not complete yet or
 * has to be escaped. Each request is tried once.
 */
function unescapedRequest({ rawPacket: packet }: ParseError, connection: Connection): Buffer | null {
  const before = connection[completeAt] ?? 0;
  if (!packet || unfinishedOf(connection) || connection.destroyed || !connection.writable) return null;
  if (connection instanceof EscapingConnection && before === 0) return null;
  if (connection.bytesRead - before !== packet.length) return null;
  let start = 0;
  while (packet[start] === 0x0d || packet[start] === 0x0a) start += 1;
  const request = packet.subarray(start);
  const end = request.indexOf(0x0a) + 1;
  if (end === 0) return /^[A-Z]+ +\S/.test(request.toString('latin1')) ? request : null;
  return escapedLine(request.subarray(0, end)) ? request : null;
}

/** The connection, beginning with the refused request. */
function escaping(connection: Connection, begun: Buffer): EscapingConnection {
  if (connection instanceof EscapingConnection) {
    const unread = connection.release();
    return new EscapingConnection(connection.socket, Buffer.concat([begun, unread]));
  }
  const socket = connection as unknown as Socket;
  // Removes the listeners of Node's server except `close`, which releases its parser.
  for (const event of ['data', 'end', 'drain', 'timeout']) socket.removeAllListeners(event);
  return new EscapingConnection(socket, begun);
}

/** The response to the latest request, if it is not written yet. Responses are written in order, so all others are if it is. */
function unfinishedOf(connection: Connection): ServerResponse | null {
  const response = connection[latest];
  return response && !response.writableFinished ? response : null;
}

function refuse({ code = '' }: ParseError, connection: Connection): void {
  const response = unfinishedOf(connection);
  // A response without a socket waits for those to earlier requests.
  if (!connection.writable || response?.headersSent || (response && !response.socket)) {
    connection.destroy();
    return;
  }
  const [status, sentence] = sentences[code] ?? notHttp;
  const headers = { ...plain(sentence), [requestIdHeader]: newRequestId(), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${sentence}`;
  if (response) {
    // The handler of the request is informed that the request was interrupted.
    connection.write(text);
    connection.destroy();
    return;
  }
  connection.end(text);
  // If the connection were closed at once, data that is still arriving would discard the answer.
  setTimeout(() => connection.destroy(), closeMs).unref();
}

function plain(sentence: string) {
  return { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': Buffer.byteLength(sentence) };
}
