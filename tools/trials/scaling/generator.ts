import { parentPort, workerData } from 'node:worker_threads';
import { fire } from '../bench/http-load.ts';
import { encoded } from '../bench/requests.ts';
import type { Request } from '../bench/requests.ts';

/** What a thread of the load generator sends: `first` is the number of its first request, by which uploads differ. */
export interface Load {
  port: number;
  requests: readonly Request[];
  first: number;
  connections: number;
}

/** A thread of the load generator. For a number of seconds that it receives, it sends requests and answers with their latencies. */
const { port, requests, first, connections } = workerData as Load;
const shared = new Map<string, Buffer>();
const shots = requests.map((request) => encoded(request, shared));
let next = first;

parentPort?.on('message', (seconds: number) => {
  const shot = (serial: number) => (shots[serial % shots.length] as (typeof shots)[0])(serial);
  void fire(port, shot, next, connections, seconds).then((round) => {
    next += round.requests;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(round);
  });
});
