import { WebSocket } from 'ws';
import { keyOf } from '../bench/live/audience.ts';
import { monotonic } from '../bench/live/monotonic.ts';

/** Who receives messages: users from the `first` on, at the ports in turn; or how late the messages were since the last report. */
export type RecipientsOrder = { ports: readonly number[]; first: number; count: number } | 'report';
/** `ready`, or milliseconds between the request with a message and its receipt, for each message received. */
export type RecipientsReport = 'ready' | number[];

let lags: number[] = [];

/** A process of clients that subscribe to messages, each in one conversation. */
async function connect(port: number, key: string): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const acknowledged = new Promise((resolve) => socket.once('message', resolve));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey: key } }));
  await acknowledged;
  socket.on('message', (bytes: Buffer) => {
    const sent = /"message":"([\d.]+)"/.exec(bytes.toString())?.[1];
    if (sent !== undefined) lags.push(monotonic() - Number(sent));
  });
  socket.on('close', (code: number) => process.stderr.write(`a recipient was cut off: ${code}\n`));
  const query = 'subscription { messageAdded { message { message } } }';
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
}

async function begin(ports: readonly number[], first: number, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await connect(ports[n % ports.length] ?? 0, keyOf(first + n));
}

process.on('message', (order: RecipientsOrder) => {
  if (order === 'report') {
    process.send?.(lags satisfies RecipientsReport);
    lags = [];
  } else
    void begin(order.ports, order.first, order.count).then(() => process.send?.('ready' satisfies RecipientsReport));
});
