import { WebSocket } from 'ws';
import { keyOf, users } from './audience.ts';
import { monotonic } from './monotonic.ts';

/** A process full of subscribers: told by messages to connect and what to expect, it says when the last has come. */
export type Order = { connect: Connect } | { expect: number };
/** `count` subscriptions of users from the `first` on, from a loopback address of their own if there is one. */
interface Connect {
  url: string;
  first: number;
  count: number;
  query: string;
  localAddress?: string;
}
export type Report = { connected: number } | { last: number };

let arrived = 0;
let expected = Infinity;

function arrive(): void {
  arrived += 1;
  if (arrived === expected) process.send?.({ last: monotonic() } satisfies Report);
}

async function connect({ url, query, localAddress }: Connect, key: string): Promise<void> {
  const options = { perMessageDeflate: false, ...(localAddress ? { localAddress } : {}) };
  const socket = new WebSocket(url, 'graphql-transport-ws', options);
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
    const { first, count } = order.connect;
    const next = { n: first };
    const worker = async () => {
      while (next.n < first + count) await connect(order.connect, keyOf(next.n++ % users));
    };
    void Promise.all(Array.from({ length: 20 }, worker)).then(() =>
      process.send?.({ connected: count } satisfies Report),
    );
  });
