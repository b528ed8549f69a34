import { randomBytes } from 'node:crypto';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { momentOf } from '../rules/moment.ts';
import { PictureUpload } from './picture-upload.entity.ts';
import { ownPost } from './picture.queries.ts';

/** The time within which an upload may begin, in milliseconds. */
const patience = 15 * 60 * 1000;

/** A prepared upload for the bytes of one picture. */
interface PreparedUpload {
  uploadId: string;
  /** An absolute URL that accepts one PUT of the bytes, without a key. */
  uploadUrl: string;
  expiresDate: string;
}

/** The path that accepts the bytes of an upload. */
function uploadPath(id: string): string {
  return `/media/upload/${id}`;
}

/**
 * Issues a URL that accepts the bytes of one picture for a post of the viewer, or for the viewer's profile when
 * `postId` is null.
 * @throws Failure NOT_FOUND for posts of other users
 */
export async function prepareUpload(context: Context, postId: number | null): Promise<PreparedUpload> {
  const viewer = viewerOf(context);
  await context.budget.spend('upload');
  if (postId !== null && !(await context.database.one(ownPost, [viewer.id, postId]))) throw new Failure('NOT_FOUND');
  const uploadId = randomBytes(16).toString('hex');
  const expires = new Date(context.now().getTime() + patience);
  const upload = { id: uploadId, user: viewer.id, post: postId, expiresDate: expires };
  await unitOfWork(context.database, async (em) => em.create(PictureUpload, upload));
  return {
    uploadId,
    uploadUrl: context.publicUrl + context.signer.sign(uploadPath(uploadId), expires),
    expiresDate: momentOf(expires.getTime()),
  };
}
