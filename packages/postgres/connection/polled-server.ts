import type pg from 'pg';
import { socketOf } from './socket-of.ts';
import { ConnectionLost } from './connection-errors.ts';

/**
 * A server to which the same query is sent again and again, on a connection of its own. The connection is opened when it
 * is needed, and dropped when an answer is late.
 */
export class PolledServer<Answer extends object> {
  readonly #connect: () => pg.Client;
  readonly #text: string;
  readonly #patienceMs: number;
  readonly #failed: (client: pg.Client) => void;
  #open: pg.Client | null = null;
  #current: Promise<Answer> | null = null;
  #next: Promise<Answer> | null = null;
  #closed = false;

  /**
   * @param connect makes a client that is not connected yet
   * @param text SQL that returns one row
   * @param patienceMs milliseconds after which an answer is late
   * @param failed called with a client that gave no answer
   */
  constructor(connect: () => pg.Client, text: string, patienceMs: number, failed: (client: pg.Client) => void) {
    this.#connect = connect;
    this.#text = text;
    this.#patienceMs = patienceMs;
    this.#failed = failed;
  }

  /** The answer to a query that is sent after the call. Concurrent calls share it. @throws ConnectionLost */
  query(): Promise<Answer> {
    // The query that is being answered was sent before this call.
    this.#next ??= Promise.allSettled([this.#current]).then(() => {
      this.#current = this.#next;
      this.#next = null;
      return this.#send();
    });
    return this.#next;
  }

  close(): void {
    this.#closed = true;
    if (this.#open) this.#drop(this.#open);
  }

  async #send(): Promise<Answer> {
    if (this.#closed) throw new ConnectionLost('the database is being closed');
    const client = this.#open ?? this.#connect();
    const late = setTimeout(() => this.#drop(client), this.#patienceMs);
    try {
      if (client !== this.#open) {
        client.on('error', () => this.#drop(client));
        this.#open = client;
        await client.connect();
      }
      const { rows } = await client.query<Answer>(this.#text);
      return rows[0] as Answer;
    } catch (error) {
      this.#drop(client);
      this.#failed(client);
      throw new ConnectionLost('the server does not answer', { cause: error });
    } finally {
      clearTimeout(late);
    }
  }

  #drop(client: pg.Client): void {
    if (this.#open === client) this.#open = null;
    // A frozen server does not answer the end of a session.
    socketOf(client).destroy();
  }
}
