import { Agent, request } from 'node:http';

/*
 * A process of its own: somebody who uses the service as usual while it is attacked. It asks at an even pace, whatever the
 * answers take, with enough keys to stay far below the rates, and from an address that no attacker uses.
 *
 * node bystander.js URL KEY…   prints one line of JSON for each `measure` that it is sent, since the one before.
 */

/** What the bystander saw between two measurements. */
export interface Seen {
  requests: number;
  /** Answers other than 200, by status; 0 stands for a connection that broke. */
  refused: Record<string, number>;
  /** Milliseconds. */
  p50: number;
  p99: number;
  worst: number;
}

const [url = '', ...keys] = process.argv.slice(2);
const { port } = new URL(url);
const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.9' });
const everyMs = 50;

let latencies: number[] = [];
let refused: Record<string, number> = {};
const underWay = new Set<number>();

function ask(serial: number): void {
  const start = performance.now();
  underWay.add(start);
  const headers = { Authorization: `Bearer ${keys[serial % keys.length]}`, 'Content-Type': 'application/json' };
  const rest = serial % 2 === 0;
  const done = (status: number) => {
    underWay.delete(start);
    latencies.push(performance.now() - start);
    if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
  };
  const call = request(
    {
      agent,
      host: '127.0.0.1',
      port,
      path: rest ? '/api/v1/me/' : '/graphql',
      method: rest ? 'GET' : 'POST',
      headers,
    },
    (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0));
      response.on('error', () => done(0));
    },
  );
  call.on('error', () => done(0));
  call.end(rest ? undefined : '{"query":"{ me { id firstName } }"}');
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

process.on('message', () => {
  // Who still waits counts with the time waited so far.
  const all = [...latencies, ...[...underWay].map((start) => performance.now() - start)];
  const seen: Seen = {
    requests: all.length,
    refused,
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    worst: Math.max(0, ...all),
  };
  latencies = [];
  refused = {};
  process.send?.(seen);
});
process.on('disconnect', () => process.exit(0));

let serial = 0;
setInterval(() => ask(serial++), everyMs);
