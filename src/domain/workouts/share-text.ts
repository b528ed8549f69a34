import type { WorkoutToShare } from './share.queries.ts';
import { metersAMile } from '@runners/recordings';

/** "Along the river: 5.00 km in 30:00", followed by the text of the runner. */
export function shareText({ title, postBody, durationInSeconds, distanceInMeters, unit }: WorkoutToShare): string {
  const time = clock(durationInSeconds);
  const run = distanceInMeters === null ? time : `${length(distanceInMeters, unit)} in ${time}`;
  const head = `${title}: ${run}`;
  return postBody === '' ? head : `${head}\n\n${postBody}`;
}

function length(meters: number, unit: string): string {
  return unit === 'miles' ? `${(meters / metersAMile).toFixed(2)} mi` : `${(meters / 1000).toFixed(2)} km`;
}

/** Formats a time as 30:00 or 1:02:03. */
function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
