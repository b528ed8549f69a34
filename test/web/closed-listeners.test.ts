/** However much waits for the end of a response, it has no more listeners than Node accepts without a warning of a leak. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, expect, test } from '@jest/globals';
import { cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService({ TRUST_PROXY: 'on', RATE_LIMITS: 'on' });
const { ann } = await cast(service);
let most = 0;
const note = (message: unknown) => {
  const { response } = message as { response: ServerResponse };
  response.on('newListener', (event) => {
    // It is told before the listener is added.
    if (event === 'close') most = Math.max(most, response.listenerCount('close') + 1);
  });
};
subscribe('http.server.request.start', note);
afterAll(() => void unsubscribe('http.server.request.start', note));

/** The most listeners that the response to a request has until its reader, who begins late, has all of it. */
async function mostListeners(headers: Record<string, string>): Promise<number> {
  most = 0;
  const call = request(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: ann.authorization, ...headers },
  });
  call.end(JSON.stringify({ query: getIntrospectionQuery() }));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  await sleep(200);
  let length = 0;
  for await (const chunk of answer) length += (chunk as Buffer).length;
  expect([answer.statusCode, length > 10_000]).toEqual([200, true]);
  return most;
}

test.each(['gzip', 'br', 'identity'])('a long answer in %s to a slow reader', async (coding) => {
  const listeners = await mostListeners({ 'Accept-Encoding': coding });
  expect(listeners).toBeGreaterThan(1);
  expect(listeners).toBeLessThanOrEqual(EventEmitter.defaultMaxListeners);
});
