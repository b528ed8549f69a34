import { sql } from '@mikro-orm/core';
import type { Transaction } from '@runners/postgres';
import { Failure, invalid } from '../../errors.ts';
import type { ImageFormat } from './image-format.ts';
import { Picture } from './picture.entity.ts';
import { lockOwnPost } from './picture.queries.ts';

/** The largest number of pictures of a post. */
export const mostPictures = 100;

/** A stored picture that is to be attached to a post. */
export interface NewPicture {
  key: string;
  digest: Buffer;
  format: ImageFormat;
  width: number;
  height: number;
}

/**
 * Attaches a picture to a post of the viewer, after the existing ones, in the transaction of `tx`. Returns its id, or
 * the id of the existing picture with the same bytes, because clients send an upload again when its answer was lost.
 * @throws Failure NOT_FOUND, INVALID when the post has the largest number of pictures
 */
export async function attachPicture(
  tx: Transaction,
  viewerId: number,
  postId: number,
  picture: NewPicture,
): Promise<number> {
  if (!(await tx.one(lockOwnPost, [viewerId, postId]))) throw new Failure('NOT_FOUND');
  const em = await tx.em();
  const there = await em.find(Picture, { post: postId });
  const known = there.find(({ digest }) => picture.digest.equals(digest));
  if (known) return known.id;
  if (there.length >= mostPictures) throw invalid('postId', `a post has at most ${mostPictures} pictures`, 'TOO_LONG');
  const position = Math.max(-1, ...there.map((other) => other.position)) + 1;
  const added = em.create(Picture, { ...picture, post: postId, position });
  added.createdDate = sql<Date>`clock_timestamp()`;
  await em.flush();
  return added.id;
}
