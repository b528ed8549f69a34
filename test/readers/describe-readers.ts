import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { tooFastIn } from '@runners/testing';
import type { Reader } from './reader.ts';

/** An exported function that reads a text or bytes has one of these verbs. */
const readerForm = /^export (?:async )?function ((?:read|parse|check)[A-Z]\w*)\(\s*\w+: (?:string|Buffer)\b/gm;

function readersIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(^|\/)(dist|test|testing)\//.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      return [...readFileSync(path, 'utf8').matchAll(readerForm)].map(([, one]) => `${path}#${one}`);
    });
}

/**
 * Tests that every reader of some folders is in a table, and reads twice as long a text in twice the time.
 * @param others functions with the name of a reader that read nothing of a caller, with what they read
 */
export function describeReaders(
  folders: readonly string[],
  readers: Readonly<Record<string, Reader>>,
  others: Readonly<Record<string, string>>,
): void {
  test('every reader is in the table', () => {
    const covered = new Set([...Object.values(readers).flatMap(({ of }) => of), ...Object.keys(others)]);
    expect(folders.flatMap(readersIn).filter((one) => !covered.has(one))).toEqual([]);
  });

  describe('twice as long a text takes at most two and a half times as long', () => {
    test.each(Object.entries(readers))(
      'for %s',
      async (_what, { read, ...trial }) => {
        expect(await tooFastIn(read, trial)).toEqual([]);
      },
      120_000,
    );
  });
}
