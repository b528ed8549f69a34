/** The operating system queues a burst of connections until the service accepts them. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from '@jest/globals';
import { until } from '../mail/patience.ts';

/** What the system allows at most; it is told on Linux. */
function allowed(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'latin1'));
  } catch {
    return 0;
  }
}

/** A server in a thread that is busy from then on: it takes no connection. */
const busyServer = `
  import { createServer } from 'node:http';
  import { parentPort } from 'node:worker_threads';
  import { listen } from '${new URL('../../src/web/listening.js', import.meta.url).href}';
  parentPort.postMessage(await listen(createServer(), { port: 0, host: '127.0.0.1' }));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
`;

const sockets: Socket[] = [];
afterAll(() => sockets.forEach((socket) => socket.destroy()));

(allowed() < 1000 ? test.skip : test)('a thousand connections at once are kept until they are taken', async () => {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(busyServer)}`));
  const [url] = (await once(worker, 'message')) as [string];
  const port = Number(new URL(url).port);
  for (let i = 0; i < 900; i++) sockets.push(connect(port, '127.0.0.1').on('error', () => {}));
  await until(() => sockets.every(({ pending }) => !pending), 'all to be connected', 15);
  await worker.terminate();
  expect(sockets).toHaveLength(900);
});
