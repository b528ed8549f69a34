/** A service that cannot start explains the reason in one sentence. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newFolder, startProcess } from '../support/started-process.ts';

describe('a refused start', () => {
  const sentences: Array<[Record<string, string>, RegExp]> = [
    [{ PORT: 'eighty' }, /^PORT: .*number/],
    [{ PORT: '70000' }, /^PORT: /],
    [{ DATABASE_URL: 'mysql://localhost/x', SECRET_KEY: 'x'.repeat(32) }, /^DATABASE_URL: must be a URL/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^SECRET_KEY: is required/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x', SECRET_KEY: 'x'.repeat(32) }, /^DATABASE_URL: .*ECONNREFUSED/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
    [{ DATABASE_POOL: '1' }, /^DATABASE_POOL: must be at least 2/],
    [{ DATABASE_TIMEOUT: '0' }, /^DATABASE_TIMEOUT: must be more than 0/],
    [{ DOCUMENTS_PATH: '/nowhere/documents' }, /^DOCUMENTS_PATH: ENOENT/],
    [{ DOCUMENTS: 'none' }, /^DOCUMENTS: /],
    [{ DRAIN_SECONDS: '-1' }, /^DRAIN_SECONDS: must not be negative/],
  ];

  test.each(sentences)('with %j ends with one sentence', async (environment, sentence) => {
    const [folder, remove] = await newFolder();
    const started = startProcess(folder, environment);
    expect(await started.ended).toBe(1);
    expect(started.stderr()).toMatch(sentence);
    expect(started.stderr().trim().split('\n')).toHaveLength(1);
    await remove();
  });

  test('a data folder that is a file', async () => {
    const [folder, remove] = await newFolder();
    await writeFile(join(folder, 'file'), '');
    const started = startProcess(join(folder, 'file'));
    expect(await started.ended).toBe(1);
    expect(started.stderr()).toMatch(/^DATA_DIR: cannot write to .*file \(EEXIST\)\n$/);
    await remove();
  });
});
