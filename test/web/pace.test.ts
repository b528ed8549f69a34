/**
 * Whoever sends a body more slowly than a pace is given up, between two checks and over the whole, so that nobody holds a part of
 * what all share for hours. The checks are made by the tests, each of which stands for ten seconds.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { moving } from '@runners/limits';
import { cast } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann } = await cast(service);

/** Lets ten seconds pass for everything that is measured, after what was sent has arrived. */
async function tenSeconds(): Promise<void> {
  await sleep(30);
  moving.forEach((one) => one.check());
  await sleep(0);
}

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

describe('a body', () => {
  const json = `Content-Type: ${contentTypes.json}`;
  /** The number of tens of seconds until a body is answered of which some bytes come in each, and what was answered. */
  async function dripped(length: number, each: number, most: number): Promise<[checks: number, answer: string]> {
    const { socket, answer } = opened('POST', '/api/v1/workout/', [json, `Content-Length: ${length}`]);
    for (let checks = 1; checks <= most; checks++) {
      for (let left = Math.min(each, length - (checks - 1) * each); left > 0; left -= 50_000)
        socket.write(' '.repeat(Math.min(left, 50_000)));
      await tenSeconds();
      if (answer() !== '') {
        socket.destroy();
        return [checks, answer()];
      }
    }
    socket.destroy();
    return [most, ''];
  }

  test.each([
    ['small, of which nothing comes', 1000, 0, 2],
    ['of the largest size, of which a little comes all the time', 32 * 1024 * 1024, 20_000, 3],
    ['of a megabyte, of which less comes than over the slowest network', 1024 * 1024, 2000, 3],
  ])('%s is answered with 408', async (_what, length, each, least) => {
    const [checks, answer] = await dripped(length, each, 8);
    expect(answer).toMatch(/^HTTP\/1\.1 408/);
    expect(checks).toBeGreaterThanOrEqual(least);
  });

  test('that comes over the slowest network is read', async () => {
    const [checks, answer] = await dripped(60_000, 10_500, 8);
    expect([checks, answer]).toEqual([6, expect.stringMatching(/^HTTP\/1\.1 400/)]);
  });
});
