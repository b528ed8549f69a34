import { Failure } from '../../../src/errors.ts';
import { MalformedBody } from '@runners/wire';
import { TooManyPoints } from '@runners/recordings';

/** Why a file of a bundle cannot be read, as the end of a sentence. @throws the error itself if the file isn't its cause */
export function refusalOfFile(error: unknown): string {
  const isOfFile = error instanceof Failure || error instanceof MalformedBody || error instanceof TooManyPoints;
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  if (!isOfFile && !isMissing) throw error;
  if (isMissing) return 'is not in the bundle';
  const [first] = error instanceof Failure ? (error.details?.violations ?? []) : [];
  return `cannot be read: ${first?.sentence ?? (error as Error).message}`;
}
