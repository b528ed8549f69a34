import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { preparedDatabase } from './prepared-database.ts';
import { inherited } from './started-process.ts';

/** What a program on `serviceWithAddedColumns` says has lost a column: it runs alone, on a database of its own. */
export async function lostIn(program: URL): Promise<string[]> {
  const database = await preparedDatabase('lasting');
  try {
    const env = { ...inherited, ...database.environment };
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(program)], { env });
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    await database.remove();
  }
}
