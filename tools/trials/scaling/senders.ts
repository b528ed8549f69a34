import { Agent, request } from 'node:http';
import { keyOf } from '../bench/live/audience.ts';
import { monotonic } from '../bench/live/monotonic.ts';

/** Which messages to send: `rate` a second in turn to `conversations` from `firstConversation` on, whose senders are users 0, 1, 2 … */
export interface SendOrder {
  ports: readonly number[];
  rate: number;
  seconds: number;
  conversations: number;
  firstConversation: number;
}

/** How many were sent, refused, and left out because too many were waiting for their answers. */
export interface Sent {
  sent: number;
  refused: number;
  omitted: number;
}

/** When the service is slower than the rate, so many requests wait for it. */
const mostWaiting = 2000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

type Counts = Sent & { waiting: number };

/** A process that sends messages at a fixed rate, however late the answers are. Their text is the moment when they were sent. */
async function send({ ports, rate, seconds, conversations, firstConversation }: SendOrder): Promise<Sent> {
  const counts: Counts = { sent: 0, refused: 0, omitted: 0, waiting: 0 };
  const begin = monotonic();
  for (let n = 0; n < rate * seconds;) {
    for (const due = Math.min(rate * seconds, ((monotonic() - begin) / 1000) * rate); n < due; n++) {
      if (counts.waiting >= mostWaiting) counts.omitted++;
      else post(counts, ports[n % ports.length] ?? 0, n % conversations, firstConversation);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  while (counts.waiting > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  return counts;
}

function post(counts: Counts, port: number, place: number, firstConversation: number): void {
  const body = JSON.stringify({ conversation_id: firstConversation + place, message: String(monotonic()) });
  counts.waiting++;
  const ended = (isRefused: boolean) => {
    counts.waiting--;
    if (isRefused) counts.refused++;
    else counts.sent++;
  };
  const headers = {
    Authorization: `Bearer ${keyOf(place)}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  request({ host: '127.0.0.1', port, path: '/api/v1/message/', method: 'POST', agent, headers }, (answer) => {
    answer.resume().once('end', () => ended(answer.statusCode !== 201));
  })
    .once('error', () => ended(true))
    .end(body);
}

process.on('message', (order: SendOrder) => void send(order).then((sent) => process.send?.(sent)));
