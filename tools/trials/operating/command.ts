import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inherited } from '../../../test/support/started-process.ts';

const run = promisify(execFile);

/**
 * Runs a command of the operator, as `npx runners NAME` does.
 * @returns what it has printed
 * @throws Error with the output if its exit code is not 0
 */
export const command = (name: string, environment: Record<string, string>, ...words: string[]): Promise<string> =>
  called(fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url)), name, environment, ...words);

/** The same, of another version. @param program its `runners.js` */
export async function called(
  program: string,
  name: string,
  environment: Record<string, string>,
  ...words: string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [program, name, ...words], { env: { ...inherited, ...environment } });
  return stdout;
}
