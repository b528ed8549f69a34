import type { ProcessContext } from '../../../src/domain/context.ts';
import type { ImageFormat } from '../../../src/domain/pictures/image-format.ts';
import type { StoredSize } from '../../../src/domain/pictures/store-files.ts';
import type { Bundle } from '../bundle/open.ts';

/** What the records of a bundle are stored in, and read from. */
export interface Around {
  database: ProcessContext['database'];
  /** Stores the files of a picture, and returns their key. */
  storePicture: (sizes: Partial<Record<StoredSize, Buffer>>, format: ImageFormat) => Promise<string>;
  bundle: Bundle;
  /** When the bundle was made: an ISO 8601 moment. */
  taken: string;
  /** The lengths of keys of which the bundle has hashes. */
  keyLengths: readonly number[];
}
