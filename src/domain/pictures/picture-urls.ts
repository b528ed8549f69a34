import type { Context } from '../context.ts';
import { mediaUrl } from '../rules/media-urls.ts';
import type { PictureSizes } from './picture-sizes.ts';

/** The signed URL of one size of a picture for the viewer. It becomes invalid once the viewer may not see the post. */
export function pictureUrl(context: Context, pictureId: number, size: keyof PictureSizes): string {
  return mediaUrl(context, `/media/picture/${pictureId}/${size}/${context.viewer?.id ?? 0}`);
}
