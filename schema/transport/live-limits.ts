import { smallBytes } from './large-body.ts';

/** What live connections may take (README, Live). A connection is a WebSocket or a stream of server-sent events. */
export const liveLimits = {
  /** Connections a user and an address, in a process. */
  connectionsPerUser: 50,
  connectionsPerAddress: 2000,
  /** Operations under way a socket, subscriptions a user, in a process. */
  operationsPerSocket: 100,
  subscriptionsPerUser: 50,
  /** Events of a subscription that are paid for at once: each costs a point of its user's budget (`src/domain/rules/rates.ts`). */
  deliveriesPaid: 20,
  /** Bytes of one message from a client; what is larger goes over HTTP, and is not read on the request loop there. */
  messageBytes: smallBytes,
  /** Bytes of a message before the socket is introduced, and of a ping; how many of them at once, one more a second. */
  firstBytes: 16 * 1024,
  pingBytes: 1024,
  unpaidMessages: 20,
  /** Bytes that may wait for a reader before the connection is cut off, and from which on it gets time to read. */
  waitingBytes: 1024 * 1024,
  restBytes: 256 * 1024,
  /** Milliseconds: until a new socket must have introduced itself; between two heartbeats. */
  initMs: 10_000,
  heartbeatMs: 30_000,
} as const;

/** Why a connection is closed: codes of our own besides those of the graphql-transport-ws protocol. Clients resume after all but `forbidden`. */
export const closings = {
  /** The key is wrong, or was revoked. */
  forbidden: [4403, 'Forbidden'],
  tooSlow: [4413, 'Too slow: resume with your last cursor'],
  tooMany: [4420, 'Too many connections of this user'],
  goingAway: [1001, 'Going away: resume with your last cursor'],
  /** Something went wrong on our side. */
  tryAgain: [1013, 'Try again later'],
  tooManyMessages: [4429, 'Too many messages that are no operations'],
  badMessage: [4400, 'Invalid message received'],
} as const;
export type Closing = (typeof closings)[keyof typeof closings];
