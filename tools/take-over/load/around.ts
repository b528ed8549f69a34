import type { ImageFormat } from '../../../src/domain/pictures/image-format.ts';
import type { StoredSize } from '../../../src/domain/pictures/store-files.ts';
import type { Bundle } from '../bundle/open.ts';

/** The line of a run, whose it is, and who may see it. */
export interface LineOfRun {
  polyline: string;
  userId: number;
  privacy: string;
}

/** What the records of a bundle are stored in, and read from. */
export interface Around {
  /** Stores the files of a picture, and returns their key. */
  storePicture: (sizes: Partial<Record<StoredSize, Buffer>>, format: ImageFormat) => Promise<string>;
  bundle: Bundle;
  /** When the bundle was made: an ISO 8601 moment. */
  taken: string;
  /** The line of a run with its owner and privacy, if it is known. */
  lineOf: (workout: number) => Promise<LineOfRun | undefined>;
  /** The lengths of keys of which the bundle has hashes. */
  keyLengths: readonly number[];
}
