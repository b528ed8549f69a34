import type { Timeline } from './timeline.ts';

/**
 * The moving time in whole seconds, truncated as a watch shows it: over the segments, the last time minus the first
 * time, minus steps of more than 60 s at less than 0.5 m/s (decisions R6). It is never negative, 0 without two times, and
 * not longer than the time that passed, which segments of the same time share (decisions P12).
 */
export function durationInSeconds(timeline: Timeline): number {
  return Math.floor(Math.round(timeline.shared.at(-1) ?? 0) / 1000);
}
