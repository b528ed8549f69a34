import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { callerNamed, fromEachInTurn } from '@runners/limits';
import type { Gate } from '@runners/limits';
import { makeGate } from '../platform/gates.ts';
import { whenClosed } from '../platform/when-closed.ts';
import { otherEnd } from './client-address.ts';

/** Seconds after which a refused client may try again. */
const retryAfter = '5';
const sentence = 'Too many connections of this address.\n';
const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': sentence.length } as const;

/** The numbers of connections of one address, and of one network, whose requests are never delayed. Few clients open as many. */
const uncrowded = { address: 50, network: 150 } as const;
const crowded = Symbol('crowded');
/** A connection whose address or network had many others when it came. */
type CrowdedSocket = Socket & { [crowded]?: boolean };
/** The number of requests on crowded connections that begin in one turn of the event loop. Each takes up to a millisecond. */
const beginAtOnce = 8;

/** A gate that only counts what each person or address has, up to a number. */
export function countedForEach(person: number): Gate {
  return makeGate({ atOnce: Infinity, shares: { person, address: Infinity, network: Infinity } });
}

/**
 * Refuses connections beyond a number for each address, before anything is read from them. Connections that become
 * WebSockets are counted elsewhere from then on.
 */
export function boundConnections(server: Server, most: number): void {
  const open = countedForEach(most);
  const counted = new WeakMap<Duplex, () => void>();
  server.on('connection', (socket: Socket) => {
    const caller = callerNamed(otherEnd(socket));
    const release = open.tryTake(caller);
    if (!release) return refuseConnection(socket);
    if (open.running(caller) > uncrowded.address || open.running(caller, 'network') > uncrowded.network)
      (socket as CrowdedSocket)[crowded] = true;
    counted.set(socket, release);
    socket.once('close', release);
  });
  server.on('upgrade', (_request, socket: Duplex) => counted.get(socket)?.());
}

/**
 * Begins a few of the requests of addresses and networks with many connections in each turn of the event loop, taken from each network
 * and address in turn. When a thousand come at once, others are answered in between, and not after all of them.
 */
export function beginInTurn(listener: RequestListener): RequestListener {
  const turns = makeGate(fromEachInTurn(beginAtOnce));
  return (request, response) => {
    const { [crowded]: isCrowded } = request.socket as CrowdedSocket;
    if (!isCrowded) return listener(request, response);
    void turns.run(callerNamed(otherEnd(request.socket)), () => setImmediate()).then(() => listener(request, response));
  };
}

/**
 * Behind a proxy, whose connections are shared by all clients, it refuses requests beyond a number in progress for each
 * client.
 */
export function boundRequests(
  listener: RequestListener,
  most: number,
  addressOf: (request: IncomingMessage) => string,
): RequestListener {
  const underWay = countedForEach(most);
  return (request, response) => {
    // What has closed while it waited for the start closes never again, and would keep its slot.
    if (response.destroyed) return;
    const release = underWay.tryTake(callerNamed(addressOf(request)));
    if (!release) return refuseRequest(response);
    whenClosed(response, release);
    listener(request, response);
  };
}

function refuseConnection(socket: Socket): void {
  const lines = Object.entries({ ...headers, 'Retry-After': retryAfter, Connection: 'close' });
  const head = ['HTTP/1.1 429 Too Many Requests', ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  socket.write(`${head}\r\n\r\n${sentence}`);
  socket.destroySoon();
}

function refuseRequest(response: ServerResponse): void {
  response.writeHead(429, { ...headers, 'Retry-After': retryAfter, Connection: 'close' }).end(sentence);
}
