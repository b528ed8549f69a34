import { afterAll, expect, test } from '@jest/globals';
import { stream, TestSocket } from '../support/live.ts';
import { newFolder, printedValue, startReady } from '../support/started-process.ts';

const [folder, remove] = await newFolder();
const started = await startReady(folder);
afterAll(async () => {
  started.kill('SIGKILL');
  await started.ended;
  await remove();
});

test('SIGTERM sends everybody elsewhere and ends the process', async () => {
  const url = printedValue(started.stdout(), 'Playground').replace(/\/graphql$/, '');
  const authorization = `Bearer ${printedValue(started.stdout(), 'Key')}`;
  const socket = await new TestSocket(url).init({ authorization });
  const query = 'subscription { messageAdded { cursor } }';
  const live = socket.operate(query);
  // A client that does not close its side holds nothing up.
  const deaf = await new TestSocket(url).init({ authorization });
  deaf.raw.pause();
  const sse = await stream(url, { Authorization: authorization }, { query });
  started.kill('SIGTERM');
  expect(await socket.closed).toEqual({ code: 1001, reason: 'Going away: resume with your last cursor' });
  await sse.ended;
  // `complete` would say that there is nothing more to come.
  expect(socket.messages.all.filter(({ type }) => type === 'complete')).toEqual([]);
  expect([live.results.all, sse.results.all]).toEqual([[], []]);
  expect(await started.ended).toBe(0);
});
