import { connect } from 'node:net';
import { once } from 'node:events';

/** What came back on a socket, and how it ended. */
export interface RawAnswer {
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
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), answered]);
  }
  if (!hangUp) await answered;
  clearTimeout(patience);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
}
