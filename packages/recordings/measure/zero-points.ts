import { metersFrom } from './great-circle.ts';
import { leftOutAs } from '../track/left-out.ts';
import { pointCount } from '../track/track.ts';
import type { Track } from '../track/track.ts';

/** The meters from 0/0 within which a run may really lead through it. */
const NEARBY = 100_000;

/** Marks the points at exactly 0/0, which a receiver writes without a fix, if all others are over 100 km away (decisions P12). */
export function leaveOutZeroPoints(track: Track, leftOut: Uint8Array): void {
  const zeros: number[] = [];
  for (let i = 0; i < pointCount(track); i++)
    if (track.latitudeE7[i] === 0 && track.longitudeE7[i] === 0) zeros.push(i);
  if (zeros.length === 0 || zeros.length === pointCount(track)) return;
  const isZero = new Set(zeros);
  for (let i = 0; i < pointCount(track); i++) if (!isZero.has(i) && metersFrom(track, i, 0, 0) <= NEARBY) return;
  for (const i of zeros) leftOut[i] = leftOutAs.zero;
}
