import type { Surroundings } from '../../domain/context.ts';
import type { Bundle } from '../bundle/open.ts';

/** What the records of a bundle are stored in, and read from. */
export interface Around {
  database: Surroundings['database'];
  outside: Pick<Surroundings['outside'], 'pictures'>;
  bundle: Bundle;
  /** When the bundle was made: an ISO 8601 moment. */
  taken: string;
  /** The lengths of keys of which the bundle has hashes. */
  keyLengths: readonly number[];
}
