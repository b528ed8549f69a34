/** A long answer that is read too slowly over the whole is cut off. The checks are made by the test, each of which stands for ten seconds. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { moving } from '@runners/limits';
import { as, cast } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann } = await cast(service);

/** A connection that has sent the head of a request, and what was answered to it. */
function opened(method: string, path: string, lines: string[]): { socket: Socket; answer(): string } {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.on('error', () => {});
  socket.write(
    [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: ${ann.authorization}`, ...lines, '', ''].join('\r\n'),
  );
  return {
    socket,
    answer: () => (text += String((socket.read() as Buffer | null) ?? '')).split('\r\n', 1)[0] ?? '',
  };
}

const gpx = (day: number) =>
  makeGpx({ points: 100_000, everySeconds: 1, start: new Date(Date.UTC(2024, 0, day)).toISOString() });
const accept = `Accept: ${contentTypes.gpx}`;

test('that is read too slowly over the whole is cut off', async () => {
  for (const day of [1, 2])
    await as(ann).send('POST', '/workout/', { headers: { 'Content-Type': contentTypes.gpx }, body: gpx(day) });
  const { socket } = opened('GET', `/api/v1/workout/?user=${ann.id}`, [accept]);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // A few kilobytes are read all the time.
  let read = 0;
  await sleep(300);
  // The kernel takes several megabytes, which are a few minutes at the slowest pace.
  for (let checks = 0; checks < 150; checks++) {
    read += (socket.read(5000) as Buffer | null)?.length ?? 0;
    moving.forEach((one) => one.check());
    if (checks % 10 === 0) await sleep(5);
  }
  // What the kernel holds is read after the service has given up.
  socket.resume();
  await closed;
  expect(read).toBeGreaterThan(5000);
}, 180_000);
