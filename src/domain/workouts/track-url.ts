import type { Context } from '../context.ts';
import { mediaUrl } from '../media-urls/media-urls.ts';

/** What a track is fetched as: a GPX file, or the list of points that the `Track` scalar is. */
export const trackForms = ['gpx', 'json'] as const;
export type TrackForm = (typeof trackForms)[number];

/** Where tracks are served. */
export const trackPath = '/media/track/:id/:viewer/:form';

/**
 * Signed URL of a workout's points, for the viewer and nobody else. They are streamed, however many there are; whether the
 * viewer may still see the workout is looked up when they are fetched.
 */
export function trackUrl(context: Context, workoutId: number, form: TrackForm): string {
  return mediaUrl(context, `/media/track/${workoutId}/${context.viewer?.id ?? 0}/${form}`);
}
