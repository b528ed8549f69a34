import { takeOverState } from '../../domain/taking-over/preparing.ts';
import { warning } from './check.ts';
import type { Finding } from './check.ts';

/**
 * Says since when a takeover is being prepared, so that writes are refused. Nothing is said otherwise.
 * @param queries of a database with all migrations
 */
export async function checkPreparing(queries: Parameters<typeof takeOverState>[0]): Promise<Finding[]> {
  const { preparingSince } = await takeOverState(queries);
  if (preparingSince === null) return [];
  return [
    warning(
      'takeover',
      `It is being prepared since ${preparingSince}, so that writes are refused`,
      'End it with npx runners take-over open (docs/taking-over.md).',
    ),
  ];
}
