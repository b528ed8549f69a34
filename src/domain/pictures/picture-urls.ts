import type { Context } from '../context.ts';
import { mediaUrl } from '../media-urls/media-urls.ts';
import type { PictureSizes } from './picture-sizes.ts';

/** Signed URL of one size of a picture, for the viewer: it shows nothing any more once they may not see the post. */
export function pictureUrl(context: Context, pictureId: number, size: keyof PictureSizes): string {
  return mediaUrl(context, `/media/picture/${pictureId}/${size}/${context.viewer?.id ?? 0}`);
}
