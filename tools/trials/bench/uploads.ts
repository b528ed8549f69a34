import { coordinates, gpxFooter, gpxHeader, gpxTrack } from '@runners/recordings';
import { gpxCreator } from '../../../src/domain/workouts/gpx-words.ts';
import { makeTrack } from './make-track.ts';
import type { Dated } from './requests.ts';
import { recordings, uploadTitle } from './roles.ts';

const trackOf = (points: number) => makeTrack(1, points, Date.UTC(2024, 2, 1, 7));
const track = trackOf(recordings.points);

/** The points as JSON bodies carry them. */
export const points = Array.from(track.time, (time, i) => {
  const [lat, lng] = coordinates(track, i);
  return { lat, lng, elev: track.elevation[i], time: new Date(time).toISOString() };
});

/** A GPX file, apart at the time in its metadata. */
export const gpxFileOf = (count: number): Dated =>
  apart((date) =>
    [
      gpxHeader({ creator: gpxCreator, authorName: 'Bench', time: new Date(0) }).replace('1970-01-01T00:00:00Z', date),
      ...gpxTrack({ name: uploadTitle, track: trackOf(count) }),
      gpxFooter(),
    ]
      .join('')
      // The author stands before the time; the floor looks for a time that opens the metadata.
      .replace(/<author>.*<\/author>/, ''),
  );

export const gpxFile = gpxFileOf(recordings.points);

/** The same workout as a JSON body. */
export const jsonBody = apart((date) =>
  JSON.stringify({ title: uploadTitle, run_date: date, run_type: 'Endurance', privacy: 'public', points }),
);

/** A text in two parts around its date. */
export function apart(make: (date: string) => string): Dated {
  const [before = '', after = ''] = make('DATE').split('DATE');
  return [before, after];
}
