import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';

/** What came back on a socket, and how it ended. */
interface RawAnswer {
  /** The status of the first response; 0 when there was none. */
  status: number;
  text: string;
}

/**
 * Writes bytes to the service as they are, and reads until it answers or closes, ten seconds at most.
 * @param hangUp ends the connection right after the last chunk, without reading
 */
export async function rawRequest(url: string, chunks: Iterable<string | Buffer>, hangUp = false): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const patience = setTimeout(() => socket.destroy(), 60_000);
  await once(socket, 'connect');
  let text = '';
  let ended = false;
  socket.setEncoding('latin1');
  socket.on('error', () => (ended = true));
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (data: string) => {
      text += data;
      if (/^HTTP\/1\.1 [2-5]/m.test(text)) resolve();
    });
    socket.on('close', () => {
      ended = true;
      resolve();
    });
  });
  for (const chunk of chunks) {
    if (ended || text !== '') break;
    // A connection that is reset ends the answer, and is no error of the test.
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), answered]);
  }
  if (!hangUp) await answered;
  clearTimeout(patience);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
}

/** A connection that stays open: writes bytes as they are, and reads one whole answer after the other. */
export class RawConnection {
  readonly #socket: Socket;
  #text = '';
  #ended = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1').setNoDelay();
    socket.on('data', (data: string) => void (this.#text += data));
    socket.on('error', () => {});
    socket.on('close', () => void (this.#ended = true));
  }

  static async to(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Writes, and lets the service see the bytes before the next ones are written. */
  async write(bytes: string | Buffer): Promise<void> {
    this.#socket.write(bytes);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** The next answer; its length must be known (of one to HEAD it is 0). Null when the connection ended without one. */
  async answer(known?: { length: number }): Promise<{ status: number; head: string; body: string } | null> {
    for (;;) {
      const end = this.#text.indexOf('\r\n\r\n');
      const head = this.#text.slice(0, Math.max(end, 0));
      const length = known?.length ?? Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (end >= 0 && this.#text.length >= end + 4 + length) {
        const body = Buffer.from(this.#text.slice(end + 4, end + 4 + length), 'latin1').toString();
        this.#text = this.#text.slice(end + 4 + length);
        return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body };
      }
      if (this.#ended) return null;
      await Promise.race([once(this.#socket, 'data'), once(this.#socket, 'close')]);
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}
