/** A recording of half a gigabyte is read within 300 MB of memory. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('half a gigabyte is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'large-'));
  try {
    const path = join(folder, 'large.har');
    const text = JSON.stringify({ objects: 'x"{['.repeat(20_000) });
    const entry = JSON.stringify({
      request: { method: 'GET', url: 'https://old.example/api/v1/me/', headers: [] },
      response: { status: 200, headers: [], content: { text } },
    });
    const file = openSync(path, 'w');
    writeSync(file, '{"log":{"entries":[');
    let count = 0;
    for (let bytes = 0; bytes < 500e6; bytes += entry.length) writeSync(file, `${count++ === 0 ? '' : ','}${entry}`);
    writeSync(file, ']}}');
    closeSync(file);
    expect(statSync(path).size).toBeGreaterThan(500e6);
    const recordings = new URL('../recordings/recordings.js', import.meta.url).href;
    const program = `const { recordedIn } = await import(${JSON.stringify(recordings)});
      let count = 0;
      for await (const one of recordedIn(${JSON.stringify(path)})) count += one.answer.body.length > 0;
      console.log(JSON.stringify({ count, kilobytes: process.resourceUsage().maxRSS }));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    const read = JSON.parse(printed) as { count: number; kilobytes: number };
    expect(read.count).toBe(count);
    expect(read.kilobytes).toBeLessThan(300 * 1024);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 300_000);
