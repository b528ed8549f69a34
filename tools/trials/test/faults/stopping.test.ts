/** When the service stops, it completes the requests that it has begun. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../../../src/platform/config.ts';
import { startService } from '../../../../src/server/server.ts';
import type { Service } from '../../../../src/server/server.ts';
import { nobody } from '../../../../test/support/cast.ts';
import { preparedDatabase } from '../../../../test/support/prepared-database.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean();
});

async function serviceThat(drains: string): Promise<Service> {
  const database = await preparedDatabase();
  const config = readConfig({ ...database.environment, DRAIN_SECONDS: drains });
  const testOverrides = { sweepMs: 3_600_000, ...(database.image ? { image: database.image } : {}) };
  cleanUp.push(() => database.remove());
  return startService(config, pino({ level: 'silent' }), testOverrides);
}

/** Returns the result of a request: its status and whether the connection ends, or the error. */
function send(agent: Agent, url: string): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
    });
    // New connections may be refused while the service stops. Requests in progress are never interrupted.
    call.on('error', (error: NodeJS.ErrnoException) =>
      resolve(call.reusedSocket ? String(error.code) : 'no new connection'),
    );
    call.end();
  });
}

describe('a stopping service', () => {
  test('reports it in /readyz, and closes connections without interrupting requests', async () => {
    const service = await serviceThat('1');
    const outcomes = new Map<string, number>();
    const over = new AbortController();
    const clients = Array.from({ length: 20 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!over.signal.aborted) {
        const outcome = await send(agent, `${service.url}/healthz`);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (outcome === 'no new connection') break;
        await sleep(2);
      }
      agent.destroy();
    });
    await sleep(200);
    const stopped = service.stop();
    await sleep(100);
    const { status, text, headers } = await nobody(service).sendTo('GET', '/readyz');
    expect([status, text, headers.connection]).toEqual([503, 'not ready\nthe process is stopping\n', 'close']);
    await stopped;
    over.abort();
    await Promise.all(clients);
    expect([...outcomes.keys()].sort()).toEqual(['200 close', '200 keep-alive', 'no new connection']);
  });

  test('completes a request that it has begun to read', async () => {
    const service = await serviceThat('0');
    const answered = Promise.withResolvers<string>();
    const call = request(
      `${service.url}/graphql`,
      { method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': 26 } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (data: string) => (text += data));
        response.on('end', () => answered.resolve(`${response.statusCode} ${response.headers.connection} ${text}`));
      },
    );
    call.on('error', answered.reject);
    call.write('{"query":');
    await sleep(100);
    const stopped = service.stop();
    await sleep(300);
    call.end('"{__typename}"  }');
    expect(await answered.promise).toMatch(/^200 close .*"__typename":"Query"/);
    await stopped;
  });
});
