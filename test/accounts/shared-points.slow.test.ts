/**
 * Points that several processes count in one Redis are exact, whichever process receives a request. The tests are slow
 * because Redis is not used for two seconds after a busy machine has not answered in time.
 */
import { once } from 'node:events';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startRedis } from '../live/chaos.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../mail/patience.ts';
import { nobody } from '../support/cast.ts';
import { costIn } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';

const port = await freePort();
const redis = await startRedis(port);
if (!redis) process.stderr.write('points in Redis: skipped, redis-server is not installed\n');
const environment = { RATE_LIMITS: 'on', RATE_POINTS: '60000', REDIS_URL: `redis://127.0.0.1:${port}` };
const services = redis ? [await testService(environment), await testService(environment)] : [];
afterAll(async () => {
  if (!redis) return;
  const ended = once(redis, 'exit');
  redis.kill();
  await ended;
});

(redis ? describe : describe.skip)('an address that asks two processes', () => {
  const ask = (i: number, query: string) => nobody(services[i % 2] as { url: string }).graphql(query);

  beforeEach(async () => {
    for (let i = 0; i < 4; i++) await ask(i, '{ nodes(ids: ["x", "y"]) { id } }');
    for (const i of [0, 1])
      await until(
        async () => (await nobody(services[i] as { url: string }).sendTo('GET', '/readyz')).text === 'ready\n',
        'Redis',
      );
  });

  test('has one budget: charges and refunds of one process are visible to the other', async () => {
    const absent = '{ nodes(ids: ["x", "y"]) { id } a: __type(name: "Absent") { name fields { name } } }';
    await ask(0, absent);
    const begin = costIn(await ask(1, '{ __typename }')).remaining;
    let paid = 0;
    for (let i = 0; i < 6; i++) {
      const cost = costIn(await ask(i, absent));
      paid += cost.actual;
      expect(cost.remaining).toBe(begin - paid);
      // Corrections are sent without waiting.
      if (cost.requested !== cost.actual)
        await until(async () => costIn(await ask(i + 1, '{ __typename }')).remaining === begin - (paid += 20), 'it');
    }
  });

  test('is accepted exactly as often as there are points, by both together', async () => {
    const before = costIn(await ask(0, '{ __typename }')).remaining;
    const all = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(i, '{ __schema { __typename } }')));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(Math.floor(before / 5000));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const i of [0, 1]) expect((await ask(i, '{ __schema { __typename } }')).status).toBe(429);
    const left = before % 5000;
    expect(costIn(await ask(1, '{ __typename }')).remaining).toBe(left - 20);
  });
});
