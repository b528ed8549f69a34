import type { Failure } from '../../src/errors.ts';

/** The limits of live connections (docs/live.md). A connection is a WebSocket or a stream of server-sent events. */
export const liveLimits = {
  /** Connections of a user and of an address to a process. */
  connectionsPerUser: 50,
  connectionsPerAddress: 2000,
  /** Operations in progress on a socket, and subscriptions of a user, in a process. */
  operationsPerSocket: 100,
  subscriptionsPerUser: 50,
  /** The largest message from a client in bytes. Larger ones have to be sent over HTTP. */
  messageBytes: 64 * 1024,
  /**
   * The largest message before `connection_init` and the largest ping, in bytes; and how many of them may come at once, plus
   * one each second.
   */
  firstBytes: 16 * 1024,
  pingBytes: 1024,
  unpaidMessages: 20,
  /** Bytes that may wait for a reader before it is disconnected, and from which on the delivery pauses. */
  waitingBytes: 1024 * 1024,
  restBytes: 256 * 1024,
  /** Milliseconds until a new socket must have sent `connection_init`, and between two heartbeats. */
  initMs: 10_000,
  heartbeatMs: 30_000,
} as const;

/**
 * The close codes, besides those of the graphql-transport-ws protocol. Clients can resume after all of them except
 * 4403.
 */
export const closings = {
  /** `connectionParams` contains the key where it is not looked for. */
  misplacedKey: [
    4400,
    'Give the key as connectionParams: { authorization: "Bearer <key>" }, and not inside of headers',
  ],
  tooSlow: [4413, 'Too slow: resume with your last cursor'],
  tooMany: [4420, 'Too many connections of this user'],
  goingAway: [1001, 'Going away: resume with your last cursor'],
  /** The service has failed. */
  tryAgain: [1013, 'Try again later'],
  tooManyMessages: [4429, 'Too many messages that are no operations'],
  badMessage: [4400, 'Invalid message received'],
} as const;
export type Closing = readonly [code: number, reason: string];

/** Why a socket is closed whose key does not sign in, or no longer: its reason begins with the code of the failure. */
export function refusedKey({ code, message }: Failure): Closing {
  return [4403, `${code}: ${message}`.slice(0, 120)];
}
