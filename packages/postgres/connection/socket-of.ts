import type { Socket } from 'node:net';
import type pg from 'pg';

/** The socket of a client, which `pg` does not document. A server that does not answer does not answer the end of a session either. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
