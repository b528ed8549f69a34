import { countOldCredentials } from '../../domain/accounts/old-credentials.ts';
import { passed } from './check.ts';
import type { Finding } from './check.ts';

/**
 * Says how many keys and password hashes of another service are left. Nothing is said where none was taken over.
 * @param queries of a database with all migrations
 */
export async function checkOldCredentials(queries: Parameters<typeof countOldCredentials>[0]): Promise<Finding[]> {
  const { keys, hashes } = await countOldCredentials(queries);
  if (keys + hashes === 0) return [];
  return [passed('old service', `${keys} of its keys and ${hashes} of its password hashes are left`)];
}
