/** A hundred pictures at the same time stay within the memory limit. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Client } from '../support/client.ts';
import { megabytesOf } from '../support/process-memory.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { printedValue, startReady } from '../support/started-process.ts';
import { workoutBody } from '../support/workouts.ts';
import { noise } from './images.ts';

/** POST of the bytes and a tail, at once and without another copy of them. */
function post(url: URL, authorization: string, bytes: Buffer, tail: string): Promise<number> {
  const headers = {
    Authorization: authorization,
    'Content-Type': 'image/jpeg',
    'Content-Length': bytes.length + Buffer.byteLength(tail),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    // The service closes the connection of a body that it has refused if it is still being sent after five seconds.
    call.on('error', (error: NodeJS.ErrnoException) =>
      ['EPIPE', 'ECONNRESET'].includes(error.code ?? '') ? resolve(503) : reject(error),
    );
    call.write(bytes);
    call.end(tail);
  });
}

const linux = process.platform === 'linux';
if (!linux) process.stderr.write('skipped: the memory of a process is read from /proc\n');

/** The same, and again when the service has no place for it yet, as apps do. */
async function postPatiently(...picture: Parameters<typeof post>): Promise<number> {
  for (;;) {
    const status = await post(...picture);
    if (status !== 503) return status;
    await sleep(1000);
  }
}

/** By how many MB the process may grow; the bodies alone, and what they unpack to, are about twice that. */
const bound = 800;

describe('100 pictures sent at the same time', () => {
  (linux ? test : test.skip)(
    'are all stored, and the process does not grow with them',
    async () => {
      const [folder, remove] = await demoFolder();
      const service = await startReady(folder, { RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
      try {
        const output = service.stdout();
        const base = new URL(printedValue(output, 'Start page')).origin;
        const authorization = `Bearer ${printedValue(output, 'Key')}`;
        const client = new Client(base, authorization);
        const { post: path } = (await client.post('/workout/', workoutBody())).json<{ post: string }>();
        const target = new URL(`/api/v1/picture/?post_id=${/(\d+)\/$/.exec(path)?.[1]}`, base);
        // 14 MiB each: 1.4 GB together, and 1.8 GB when they are unpacked.
        const jpeg = await noise(2828, 2121).jpeg({ quality: 80 }).toBuffer();
        const bytes = Buffer.concat([jpeg, Buffer.alloc(14 * 1024 * 1024 - jpeg.length)]);
        expect(await post(target, authorization, bytes, 'first')).toBe(201);
        const before = await megabytesOf(service.pid);
        let most = before;
        let longest = 0;
        const over = new AbortController();
        const watching = (async () => {
          while (!over.signal.aborted) {
            const start = performance.now();
            expect((await client.get('/me/')).status).toBe(200);
            longest = Math.max(longest, performance.now() - start);
            most = Math.max(most, await megabytesOf(service.pid));
          }
        })();
        const answers = await Promise.all(
          Array.from({ length: 99 }, (_, i) => postPatiently(target, authorization, bytes, `n${i}`)),
        );
        over.abort();
        await watching;
        expect(answers).toEqual(Array<number>(99).fill(201));
        if (process.env['PRINT_MEMORY'])
          process.stdout.write(`before ${before} MB, most ${most} MB, longest ${longest} ms\n`);
        expect(most - before).toBeLessThan(bound);
        expect(longest).toBeLessThan(20_000);
      } finally {
        service.kill('SIGTERM');
        await service.ended;
        await remove();
      }
    },
    300_000,
  );
});
