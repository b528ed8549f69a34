import type { Context } from '../context.ts';
import { mediaUrl } from '../rules/media-urls.ts';

/** The format of a track: a GPX file, or the list of points of the `Track` scalar. */
export const trackForms = ['gpx', 'json'] as const;
export type TrackForm = (typeof trackForms)[number];

/** The path at which tracks are served. */
export const trackPath = '/media/track/:id/:viewer/:form';

/**
 * The signed URL of the points of a workout for the viewer. The points are streamed, without a limit on their number.
 * When they are fetched, it is checked again whether the viewer may see the workout.
 */
export function trackUrl(context: Context, workoutId: number, form: TrackForm): string {
  return mediaUrl(context, `/media/track/${workoutId}/${context.viewer?.id ?? 0}/${form}`);
}
