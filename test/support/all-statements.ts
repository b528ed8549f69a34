import { existsSync, readdirSync } from 'node:fs';
import { declaredStatements } from '../../src/platform/database/statement.ts';
import type { Statement } from '../../src/platform/database/statement.ts';

const sources = new URL('../../../src/', import.meta.url);
const compiled = new URL('../../src/', import.meta.url);

/**
 * Imports each module of these folders of `src`, and returns the statements that they declare, without those of tests, declarations and modules for browsers. A tool that is
 * not there (`../tools/…`) declares none.
 */
export async function statementsOf(...folders: readonly string[]): Promise<Statement<unknown>[]> {
  for (const folder of folders.filter((name) => existsSync(new URL(name, sources))))
    for (const path of readdirSync(new URL(folder, sources), { recursive: true, encoding: 'utf8' }))
      if (/(?<!\.d)\.ts$/.test(path) && !path.startsWith('test/') && !/-worker\.ts$|^browser\//.test(path))
        await import(new URL(`${folder}/${path.slice(0, -2)}js`, compiled).href);
  return declaredStatements().filter(({ name }) => !name.startsWith('test_'));
}
