/** The version of package.json is the newest released one in CHANGELOG.md, whose headings are in order, and `npx runners version` prints it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { migrationNames } from '../../src/platform/database/migration-names.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

test('the changelog has what is not released yet, and then each release with its day, the newest first', () => {
  const [first, ...released] = headings;
  expect(first).toBe('Unreleased');
  expect(released[0]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} `));
  const numbers = released.map((heading) =>
    /^(\d+)\.(\d+)\.(\d+) \(\d{4}-\d\d-\d\d\)$/
      .exec(heading ?? '')
      ?.slice(1)
      .map(Number),
  );
  expect(numbers).not.toContain(undefined);
  const order = numbers.map((parts) => (parts ?? []).reduce((sum, part) => sum * 1000 + part, 0));
  expect(order).toEqual(order.toSorted((a, b) => b - a));
});

test('the command prints the version, and the newest migration', () => {
  const command = join(root, 'dist/src/process/runners.js');
  expect(execFileSync(process.execPath, [command, 'version'], { encoding: 'utf8' })).toBe(
    `${version}, with the migrations up to ${migrationNames.at(-1)}\n`,
  );
});
