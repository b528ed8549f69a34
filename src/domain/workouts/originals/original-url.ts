import { viewerOf } from '../../context.ts';
import type { Context } from '../../context.ts';
import { momentOf } from '../../rules/moment.ts';

/** The path at which originals are served: workout, owner and the key that requested the URL. */
export const originalPath = '/media/original/:id/:user/:key';

/** How long the URL is valid. */
const validMs = 15 * 60_000;

/**
 * A signed URL of the original file of a workout of the viewer. It is valid for 15 minutes, and ends with the key of this
 * request.
 */
export function originalUrl(context: Context, workoutId: number): { url: string; expiresDate: string } {
  const { id, keyId } = viewerOf(context);
  const expires = new Date(context.now().getTime() + validMs);
  const path = `/media/original/${workoutId}/${id}/${keyId}`;
  return {
    url: context.publicUrl + context.signer.sign(path, expires),
    expiresDate: momentOf(expires.getTime()),
  };
}
