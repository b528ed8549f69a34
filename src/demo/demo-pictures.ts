import sharp from 'sharp';
import type { Context } from '../domain/context.ts';
import { addPicture } from '../domain/pictures/add-picture.ts';
import { setProfilePicture } from '../domain/pictures/set-profile-picture.ts';
import { newestPublicPost } from './demo.queries.ts';

/** The colors of landscapes by the time of day: sky, sun, hills, path. */
const landscapes: Record<string, readonly [sky: string, sun: string, hills: string, path: string]> = {
  demo: ['#9ad0c2', '#fdf3c8', '#35616b', '#d8c7a2'],
  priya: ['#f6b27a', '#ffe9b0', '#5b4a6b', '#d9a58a'],
  elena: ['#8fc7ec', '#fff6d6', '#3f7d55', '#e0cfa4'],
  hanna: ['#b9d3e6', '#ffffff', '#55708a', '#eef3f6'],
};
/** The backgrounds of the portraits. */
const faces: Record<string, string> = { demo: '#2f6f8f', priya: '#9b4d6c', elena: '#3f7d55', marcus: '#7a5c3e' };

/** Draws pictures for the demo data: landscapes for posts, portraits as profile pictures. */
export async function drawPictures(contextOf: (name: string) => Context): Promise<void> {
  await Promise.all([
    ...Object.entries(landscapes).map(async ([name, colors]) => {
      const context = contextOf(name);
      const post = await context.database.one(newestPublicPost, [context.viewer?.id ?? 0]);
      if (post) await addPicture(context, post.id, await drawn(landscape(...colors)));
    }),
    ...Object.entries(faces).map(async ([name, color]) =>
      setProfilePicture(contextOf(name), { picture: await drawn(head(color)) }),
    ),
  ]);
}

const drawn = (svg: string) => sharp(Buffer.from(svg)).jpeg().toBuffer();

function landscape(sky: string, sun: string, hills: string, path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720" viewBox="0 0 960 720">
    <rect width="960" height="720" fill="${sky}"/><circle cx="690" cy="210" r="80" fill="${sun}"/>
    <path d="M0 420 Q180 250 380 380 T760 330 T960 360 V720 H0 Z" fill="${hills}" opacity="0.6"/>
    <path d="M0 520 Q260 400 520 500 T960 470 V720 H0 Z" fill="${hills}"/>
    <path d="M380 720 Q470 600 440 540 T520 500 Q500 560 560 610 T640 720 Z" fill="${path}"/></svg>`;
}

function head(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 240 240">
    <rect width="240" height="240" fill="${color}"/><circle cx="120" cy="95" r="46" fill="#fff" opacity="0.9"/>
    <path d="M30 240 Q36 150 120 150 T210 240 Z" fill="#fff" opacity="0.9"/></svg>`;
}
