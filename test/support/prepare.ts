import { preparedDatabase } from './prepared-database.ts';

/** Makes what all test files start from, before several of them would do so at the same time. */
export default async function prepare(): Promise<void> {
  await (await preparedDatabase()).remove();
}
