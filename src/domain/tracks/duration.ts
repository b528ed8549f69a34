import type { Timeline } from './timeline.ts';

/**
 * Moving time in whole seconds, as a watch shows it (a begun second does not count): over the segments, last time minus
 * first time, minus steps over 60 s at under 0.5 m/s (decisions R6). Never negative; 0 without two times.
 */
export function durationInSeconds(timeline: Timeline): number {
  return Math.floor((timeline.ms.at(-1) ?? 0) / 1000);
}
