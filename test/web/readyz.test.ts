/** `/readyz` tells strangers whether the service is ready, and nothing else; on the machine itself it says what is amiss. */
import { networkInterfaces } from 'node:os';
import { expect, test } from '@jest/globals';
import { cluster } from '../support/cluster/beside.ts';
import { Client } from '../support/client.ts';
import { nobody } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService({ HOST: '0.0.0.0', REDIS_URL: 'redis://127.0.0.1:1' });
const details = 'ready\nredis does not answer: each process counts alone\n';
const readyz = async (headers: Record<string, string>) => {
  const { status, text } = await nobody(service).sendTo('GET', '/readyz', { headers });
  return [status, text];
};

// Behind nginx, nobody is on the machine itself, and it listens there only.
(cluster ? test.skip : test)('who asks on the machine itself is told that Redis does not answer', async () => {
  expect(await readyz({})).toEqual([200, details]);
});

test.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'])(
  'through a proxy that sends %s, nobody is',
  async (name) => {
    expect(await readyz({ [name]: '127.0.0.1' })).toEqual([200, 'ready\n']);
  },
);

const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal);
(elsewhere && !cluster ? test : test.skip)('who comes over a network is not', async () => {
  const url = Object.assign(new URL(service.url), { hostname: elsewhere?.address }).href;
  const { status, text } = await new Client(url).sendTo('GET', '/readyz');
  expect([status, text]).toEqual([200, 'ready\n']);
});
