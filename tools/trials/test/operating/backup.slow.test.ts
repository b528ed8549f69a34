/**
 * The embedded database with the demo data is backed up while the service runs, restored, and moved to a PostgreSQL server if
 * there is one.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { demoImage } from '../../../../test/support/demo-folder.ts';
import { preparedDatabase } from '../../../../test/support/prepared-database.ts';
import { newFolder, printedValue, startProcess, startReady } from '../../../../test/support/started-process.ts';
import type { StartedProcess } from '../../../../test/support/started-process.ts';
import { command } from '../../operating/command.ts';

const [folder, remove] = await newFolder();
afterAll(remove);
const [data, copy, backup] = ['data', 'copy', 'backup'].map((name) => join(folder, name)) as [string, string, string];

/** What the demo account reads, without addresses and signatures. */
async function read(started: StartedProcess, key: string): Promise<string> {
  const base = printedValue(started.stdout(), 'REST base');
  const headers = { Authorization: `Bearer ${key}` };
  const texts = [];
  for (const path of ['/me/', '/post/?type=friends', '/workout/', '/conversation/inbox/', '/friendship/'])
    texts.push(await (await fetch(`${base}${path}`, { headers })).text());
  return texts.join('\n').replaceAll(/https?:\/\/[^"]*/g, '');
}

let key = '';
let shown = '';

test('a backup of a running service is restored with everything in it', async () => {
  await cp(await demoImage(), data, { recursive: true });
  const running = await startReady(data);
  // As the sweep stores the original file of a workout.
  const recording = join('recordings', 'ab', 'ab12', 'original');
  await mkdir(dirname(join(data, recording)), { recursive: true });
  await writeFile(join(data, recording), 'the original file');
  key = printedValue(running.stdout(), 'Key');
  expect(await command('backup', { DATA_DIR: data }, backup)).toMatch(/^The backup is in .* at most \d+ ms\.\n$/);
  await expect(command('backup', { DATA_DIR: data }, backup)).rejects.toThrow('this exists already');
  await expect(command('restore', { DATA_DIR: data }, backup)).rejects.toThrow(/open in another process/);
  shown = await read(running, key);
  running.kill('SIGTERM');
  await running.ended;
  await command('restore', { DATA_DIR: copy }, backup);
  const restored = await startReady(copy);
  expect(await read(restored, key)).toBe(shown);
  expect(await readFile(join(copy, recording), 'utf8')).toBe('the original file');
  expect(shown).toContain('"message"');
  restored.kill('SIGTERM');
  await restored.ended;
});

test('a database is not moved where one is already, and not without an address', async () => {
  await expect(command('move-to-postgres', { DATA_DIR: copy })).rejects.toThrow('usage: npx runners move-to-postgres');
  await expect(command('move-to-postgres', { DATA_DIR: copy }, '--to', 'http://x')).rejects.toThrow(
    '--to: must be a URL',
  );
});

(process.env['TEST_DATABASE_URL'] ? test : test.skip)('the demo data are moved to PostgreSQL', async () => {
  const { environment, remove: removeTarget } = await preparedDatabase();
  try {
    const DATABASE_URL = environment['DATABASE_URL'] ?? '';
    const moved = await command('move-to-postgres', { DATA_DIR: copy }, '--to', DATABASE_URL, '--from', backup);
    expect(moved).toMatch(/^public\.workout_track: \d+ rows, checksum \d+$/m);
    await expect(command('move-to-postgres', { DATA_DIR: copy }, '--to', DATABASE_URL)).rejects.toThrow('has rows');
    const SECRET_KEY = (await readFile(join(copy, 'secret-key'), 'utf8')).trim();
    const running = startProcess(copy, { DATABASE_URL, SECRET_KEY });
    await running.prints('REST base');
    expect(await read(running, key)).toBe(shown);
    running.kill('SIGTERM');
    await running.ended;
  } finally {
    await removeTarget();
  }
});
