import type { Figures } from './figures.ts';

/** The largest part by which distances may differ, and the largest number of seconds by which times may. */
const [part, seconds] = [0.005, 1];
/** Meters by which short ways may differ: programs write coordinates with few digits. */
const meters = 1;

const isNear = (one: number, other: number) => Math.abs(one - other) <= Math.max(meters, part * other);
const isSoon = (one: number, other: number) => Math.abs(one - other) <= seconds;

/**
 * What of a file differs from what gpsbabel reads, in words; empty if nothing does. gpsbabel joins the activities of a file, with the way
 * between them: what is measured is compared where there is one of them.
 */
export function differences(ours: Figures, theirs: Figures, activities: number): string[] {
  const compared = {
    way: isNear,
    span: isSoon,
    ...(activities === 1 && { meters: isNear, seconds: isSoon }),
  };
  return Object.entries(compared).flatMap(([name, isSame]) => {
    const [one, other] = [ours[name as keyof Figures], theirs[name as keyof Figures]];
    return isSame(one, other) ? [] : [`${name}: ${one.toFixed(1)}, and ${other.toFixed(1)} by gpsbabel`];
  });
}
