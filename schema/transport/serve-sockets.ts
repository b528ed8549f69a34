import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExecutionArgs } from 'graphql';
import { handleProtocols, makeServer } from 'graphql-ws';
import type { Server as Protocol } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { refusalOfKey } from '../../src/domain/context.ts';
import { Failure, failureOf } from '../../src/errors.ts';
import { callerNamed } from '@runners/limits';
import { requestIdHeader } from '../../src/platform/observability/request-record.ts';
import type { UpgradeListener } from '../../src/web/until-ready.ts';
import { weigh } from '../../src/request/pipeline.ts';
import { beginRecord, recordOf } from '../../src/request/record.ts';
import { authorizationIn, hasMisplacedKey } from './credentials.ts';
import { ends } from './deliver.ts';
import type { LiveTransports } from './live-transports.ts';
import { closings, liveLimits, refusedKey } from './live-limits.ts';
import type { Operation } from './live-operations.ts';
import { LiveSocket } from './live-socket.ts';
import { checkOperations, heldBy } from './subscription-caps.ts';

/** The data that graphql-ws keeps for each socket. */
interface Extra {
  socket: LiveSocket;
  request: IncomingMessage;
}

/** An operation that graphql-ws passes through. */
type Args = ExecutionArgs & { contextValue: { id: string; socket: LiveSocket; operation: Operation } };

/** Returns whether a request is an upgrade to a WebSocket at this path. Offers of other protocols are ignored (RFC 9110, 7.8). */
export function requestsSocket({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.trim().toLowerCase() === 'websocket' && /^\/graphql\/?(\?|$)/.test(url ?? '');
}

/**
 * GraphQL over WebSocket at `/graphql` (protocol graphql-transport-ws): queries, mutations and subscriptions. The only
 * credential is in the first message or in a header, and no browser adds it automatically, so any origin may connect.
 * @returns what answers requests to become a WebSocket
 */
export function serveSockets(transports: LiveTransports): UpgradeListener {
  const { connections } = transports;
  const protocol = makeProtocol(transports);
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    handleProtocols: (offered) => handleProtocols(offered) || (offered.has(formerProtocol) && formerProtocol),
    maxPayload: liveLimits.messageBytes,
    perMessageDeflate: false,
  });

  sockets.on('headers', (headers: string[], request: IncomingMessage) => {
    headers.push(`${requestIdHeader}: ${recordOf(request).id}`);
  });

  return (request, stream, head) => {
    const { observer } = transports.processContext;
    const record = beginRecord(observer, request);
    record.row = 'socket';
    const release = connections.perAddress.tryTake(callerNamed(transports.addressOf(request)));
    if (release) stream.once('close', release);
    const status = connections.closed ? 503 : release ? 101 : 429;
    stream.once('close', () => observer.end(record, 'GET', status, true));
    if (status !== 101) return refuse(stream, status, record.id);
    sockets.handleUpgrade(request, stream, head, (socket) => open(socket, request, transports, protocol));
  };
}

/** The subprotocol of the package subscriptions-transport-ws, which older clients offer alone. */
const formerProtocol = 'graphql-ws';
const notFormer = 'This service speaks graphql-transport-ws: use the package graphql-ws (docs/live.md).';

/** Tells an older client why it is not served, in its own protocol and in the reason of the closing. */
function refuseFormer(raw: WebSocket): void {
  raw.on('error', () => raw.terminate());
  raw.send(JSON.stringify({ type: 'connection_error', payload: { message: notFormer } }));
  raw.close(4406, notFormer);
}

function open(raw: WebSocket, request: IncomingMessage, transports: LiveTransports, protocol: Protocol<Extra>): void {
  if (raw.protocol === formerProtocol) return refuseFormer(raw);
  const { connections, executor } = transports;
  const socket = new LiveSocket(raw);
  const closed = protocol.opened(
    {
      protocol: raw.protocol,
      send: (text) => socket.send(text),
      close: (code, reason) => raw.close(code, reason),
      onPing: (payload) => {
        const closing = socket.talk.ping();
        if (closing) socket.close(closing);
        else socket.send(JSON.stringify({ type: 'pong', ...(payload ? { payload } : {}) }));
      },
      onPong: () => {
        const closing = socket.talk.ping();
        if (closing) socket.close(closing);
      },
      onMessage: (take) =>
        raw.on('message', (data: Buffer) => {
          const closing = socket.talk.message(data.length);
          if (closing) return socket.close(closing);
          // Errors of this project are answered where they are thrown, so this is a malformed message.
          take(String(data)).catch(() => socket.close(closings.badMessage));
        }),
    },
    { socket, request },
  );
  raw.on('error', () => raw.terminate());
  raw.once('close', (code: number, reason: Buffer) => {
    connections.remove(socket);
    closed(code, String(reason)).catch((error: unknown) => executor.log.error({ err: error }, 'closing a socket'));
  });
  connections.add(socket);
}

function makeProtocol(transports: LiveTransports): Protocol<Extra> {
  const { connections, contextOf, executor, operations } = transports;
  const { observer } = transports.processContext;
  return makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: liveLimits.initMs,
    async onConnect({ connectionParams, extra: { socket, request } }) {
      try {
        const authorization = authorizationIn(connectionParams) ?? request.headers.authorization;
        if (authorization === undefined && hasMisplacedKey(connectionParams)) {
          socket.close(closings.misplacedKey);
          return false;
        }
        const context = await contextOf(request, authorization);
        const { viewer } = context;
        if (!viewer || authorization === undefined) {
          socket.talk.introduced();
          if (context.refusedKey) socket.close(refusedKey(new Failure(refusalOfKey(context))));
          return !context.refusedKey;
        }
        if (socket.closed) return false;
        const release = connections.perUser.tryTake(callerNamed(String(viewer.id)));
        if (!release) socket.close(closings.tooMany);
        else {
          socket.signIn(authorization, viewer, release);
          connections.closeAtExpiry(socket);
        }
      } catch (error: unknown) {
        const failure = failureOf(error);
        if (failure?.code === 'SUSPENDED') {
          socket.close(refusedKey(failure));
          return false;
        }
        // This address has sent too many invalid keys.
        if (!failure) executor.log.error({ err: error }, 'a socket could not be signed in');
        socket.close(closings.tryAgain);
      }
      return !socket.closed;
    },
    async onSubscribe({ subscriptions, extra: { socket, request } }, id, requested) {
      const record = observer.beginOperation(recordOf(request), ++socket.operations, request.headers);
      const { bytes } = socket.talk;
      try {
        checkOperations(Object.keys(subscriptions).length);
        const context = await contextOf(request, socket.authorization, 'graphql', record);
        // The key was revoked or has expired a moment ago.
        if (socket.authorization !== undefined && !context.viewer)
          socket.forbid(context.refusedKey === 'expired' ? 'KEY_EXPIRED' : 'INVALID_KEY');
        weigh(context, bytes);
        const operation = await operations.begin(requested, context);
        const { document, operationName } = operation.prepared;
        return { schema: executor.schema, document, operationName, contextValue: { id, socket, operation } };
      } catch (error: unknown) {
        observer.endOperation(record, true);
        return operations.wrap(error);
      }
    },
    execute: async (args) => {
      const { operation } = (args as Args).contextValue;
      const result = await operations.run(operation);
      observer.endOperation(operation.context.record, result.errors !== undefined);
      return result as never;
    },
    subscribe: (args) => subscription(args as Args, transports) as never,
    onError: (_context, _id, _payload, errors) => operations.show(errors),
    onNext: (_context, _id, _payload, _args, result) => result as never,
  });
}

/** A subscription as graphql-ws accepts it: it yields nothing, because results are sent directly, and ends with the feed. */
async function subscription(
  { contextValue: { id, socket, operation } }: Args,
  transports: LiveTransports,
): Promise<unknown> {
  const delivery = await heldBy(operation, transports, socket.sinkOf(id));
  transports.processContext.observer.endOperation(operation.context.record, !('done' in delivery));
  if (!('done' in delivery)) return delivery;
  return ends(delivery, (error) => {
    if (failureOf(error)?.code !== 'RATE_LIMITED') throw error;
    return { errors: transports.operations.show(error) };
  });
}

function refuse(stream: Duplex, status: 503 | 429, id: string): void {
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${requestIdHeader}: ${id}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
