import { WebSocket } from 'ws';

/** A process full of subscribers: told by messages to connect and what to expect, it says when the last has come. */
export type Order = { connect: { url: string; first: number; count: number; query: string } } | { expect: number };
export type Report = { connected: number } | { last: number };

/** Milliseconds of the machine's monotonic clock: the same in all processes. */
export const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6;

/** The key of the n-th user of the benchmark. */
export const keyOf = (n: number): string => `live-bench-key-${n}`.padEnd(43, '-');

let arrived = 0;
let expected = Infinity;

function arrive(): void {
  arrived += 1;
  if (arrived === expected) process.send?.({ last: monotonic() } satisfies Report);
}

async function connect(url: string, key: string, query: string): Promise<void> {
  const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const acknowledged = new Promise((resolve) => socket.once('message', resolve));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey: key } }));
  await acknowledged;
  socket.on('message', arrive);
  socket.on('close', (code: number) => process.stderr.write(`a subscriber was cut off: ${code}\n`));
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
}

if (process.send)
  process.on('message', (order: Order) => {
    if ('expect' in order) {
      arrived = 0;
      expected = order.expect;
      return;
    }
    const { url, first, count, query } = order.connect;
    const next = { n: first };
    const worker = async () => {
      while (next.n < first + count) await connect(url, keyOf(next.n++ % 5000), query);
    };
    void Promise.all(Array.from({ length: 20 }, worker)).then(() =>
      process.send?.({ connected: count } satisfies Report),
    );
  });
