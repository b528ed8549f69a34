import { demoImage } from './demo-folder.ts';
import { preparedDatabase } from './prepared-database.ts';

/** Makes what all test files start from, before several of them would do so at the same time. */
export default async function prepare(_global: unknown, { testMatch }: { testMatch: string[] }): Promise<void> {
  await (await preparedDatabase()).remove();
  if (testMatch.some((pattern) => pattern.endsWith('.slow.test.js'))) await demoImage();
}
