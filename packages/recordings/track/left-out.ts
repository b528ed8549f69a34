import { segmentBounds } from './track.ts';
import type { Track } from './track.ts';

/** Why a point of a track is left out of everything that is measured (decisions P12); 0 if it is not. */
export const leftOutAs = { zero: 1, outlier: 2, copy: 3 } as const;

/** A track without the points that are left out, for drawing. It is the same one if none is. It has no sensors. */
export function withoutLeftOut(track: Track, leftOut: Uint8Array): Track {
  if (!leftOut.some((reason) => reason !== 0)) return track;
  const kept: number[] = [];
  const segmentStarts: number[] = [];
  for (const [start, end] of segmentBounds(track)) {
    const before = kept.length;
    for (let i = start; i < end; i++) if (leftOut[i] === 0) kept.push(i);
    if (kept.length > before) segmentStarts.push(before);
  }
  const { latitudeE7, longitudeE7, elevation, time } = track;
  return {
    latitudeE7: Int32Array.from(kept, (i) => latitudeE7[i]!),
    longitudeE7: Int32Array.from(kept, (i) => longitudeE7[i]!),
    elevation: Float64Array.from(kept, (i) => elevation[i]!),
    time: Float64Array.from(kept, (i) => time[i]!),
    segmentStarts,
  };
}
