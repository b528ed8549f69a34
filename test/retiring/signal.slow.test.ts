/** A process reads its plan when it starts, and again on SIGHUP; a plan that names what does not exist keeps it from starting. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { until } from '../mail/patience.ts';
import { nobody } from '../support/cast.ts';
import { newFolder, printedValue, startProcess, startReady } from '../support/started-process.ts';

const [folder, removeFolder] = await newFolder();
afterAll(removeFolder);
const path = join(folder, 'plan.json');
const write = (name: string) =>
  writeFileSync(
    path,
    JSON.stringify({
      retirements: [{ name, deprecated: '2020-01-01T00:00:00Z', sunset: '2021-01-01T00:00:00Z' }],
    }),
  );
const environment = { RETIREMENT_PLAN: path, DEMO: 'off' };

test('a process follows the plan of its file', async () => {
  write('GET /me/');
  const started = await startReady(folder, { RETIREMENT_PLAN: path });
  try {
    const url = /(http:\/\/\S+?)\/graphql/.exec(started.stdout())?.[1] ?? '';
    const key = printedValue(started.stdout(), 'Key');
    const statusOf = async (row: string) => (await nobody({ url }).get(row, { Authorization: `Bearer ${key}` })).status;
    expect(await statusOf('/me/')).toBe(410);
    expect(await statusOf('/comment/?post_id=1')).not.toBe(410);
    write('GET /comment/');
    process.kill(started.pid, 'SIGHUP');
    await until(async () => (await statusOf('/me/')) === 200, 'the plan is read again');
    expect(await statusOf('/comment/?post_id=1')).toBe(410);
    write('GET /comments/');
    process.kill(started.pid, 'SIGHUP');
    await until(async () => started.stdout().includes('has no row GET /comments/'), 'the plan is refused');
    expect(await statusOf('/comment/?post_id=1')).toBe(410);
  } finally {
    started.kill('SIGTERM');
    await started.ended;
  }
});

test('a process does not start with a plan that is refused', async () => {
  write('GET /comments/');
  const started = startProcess(folder, environment);
  expect(await started.ended).toBe(1);
  expect(started.stderr()).toBe(
    'RETIREMENT_PLAN: retirements.0 (GET /comments/): The REST interface has no row GET /comments/.\n',
  );
});
