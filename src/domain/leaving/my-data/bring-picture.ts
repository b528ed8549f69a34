import { createHash } from 'node:crypto';
import { statement } from '../../../platform/database/statement.ts';
import { Failure } from '../../../errors.ts';
import { viewerOf } from '../../context.ts';
import type { Context } from '../../context.ts';
import { addPicture } from '../../pictures/add-picture.ts';
import { maxPictureBytes } from '../../pictures/image-format.ts';
import { ownPostWithPicture } from '../../pictures/picture.queries.ts';
import { keepProfilePicture } from '../../pictures/set-profile-picture.ts';
import type { Archive } from './archive.ts';
import type { PictureRecord } from './records.ts';
import type { Outcome } from './outcome.ts';

/** `$1` is the run, and `$2` the user. */
const postOfRun = statement.read<{ id: number }>(
  'post_of_imported_run',
  'select id from post where workout_id = $1 and author_id = $2',
  { owner: 'author_id = $2' },
);

/** `$1` is the picture, and `$2` when it was added. */
const datePicture = statement.write(
  'date_imported_picture',
  'update picture set created_date = least($2::timestamptz, created_date) where id = $1',
);

/** Adds a picture of an archive to the post of a run. The same bytes are there only once. @throws Failure */
export async function bringPicture(
  context: Context,
  archive: Archive,
  { file, picture }: { file: string; picture: PictureRecord | null },
  workoutId: number | null,
): Promise<Outcome> {
  if (picture?.isHidden) throw new Failure('NOT_FOUND', 'Staff have hidden this picture, so it does not come in.');
  const { id: userId } = viewerOf(context);
  const post = workoutId === null ? undefined : await context.database.one(postOfRun, [workoutId, userId]);
  if (!post) throw new Failure('NOT_FOUND', 'The run of this picture did not come in.');
  const bytes = await bytesOf(archive, file);
  const digest = createHash('sha256').update(bytes).digest();
  const known = await context.database.one(ownPostWithPicture, [userId, post.id, digest]);
  if (known?.pictureId != null) return { kind: 'duplicate' };
  const id = await addPicture(context, post.id, bytes);
  if (picture) await context.database.all(datePicture, [id, picture.createdDate]);
  return { kind: 'added' };
}

/** Makes the profile picture of an archive that of an account without one. @throws Failure */
export async function bringFace(context: Context, archive: Archive, file: string): Promise<Outcome> {
  const bytes = await bytesOf(archive, file);
  return { kind: (await keepProfilePicture(context, bytes)) ? 'added' : 'duplicate' };
}

async function bytesOf(archive: Archive, file: string): Promise<Buffer> {
  const bytes = await archive.read(file, maxPictureBytes);
  if (!bytes) throw new Failure('TOO_LARGE', `A picture may have ${maxPictureBytes} bytes.`);
  return bytes;
}
