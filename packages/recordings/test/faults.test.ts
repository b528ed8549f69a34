/** A run with wrong points is measured as it is without them (decisions P12). */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { measureTrack } from '../measure/measure.ts';
import { RACE_DISTANCES } from '../measure/race-distances.ts';
import { holds } from '@runners/testing';
import { cleanRun, type Fault, withFaults } from './faults.ts';
import { type Place, trackOf } from './make-track.ts';

const kinds = [
  'zeros',
  'outliers',
  'wrong time',
  'clock back',
  'copy',
  'copy of what was recorded',
  'untimed start',
  'high spike',
  'zero elevation',
  'elevation jump',
] as const;

/** The figures of a run, which are compared. */
function figures(segments: Parameters<typeof trackOf>) {
  const { distanceInMeters, durationInSeconds, elevationGainInMeters, bestEfforts } = measureTrack(
    trackOf(...segments),
  );
  return { distanceInMeters, durationInSeconds, elevationGainInMeters, ...bestEfforts };
}

/** Whether a run of so many meters may lose its time for a race together with its first or its last points. */
function isBarely(name: string, meters: number): boolean {
  const race = Object.entries(RACE_DISTANCES).find(([distance]) => distance === name)?.[1];
  return race !== undefined && meters < 1.01 * race.meters;
}

/** Whether two climbs differ by the least climb that counts, 5 m, which is lost if a fault is in one of its seconds. */
const isLeastClimb = (name: string, meters: number) => name === 'elevationGainInMeters' && Math.abs(meters - 5) < 0.1;

/** That each figure is within a hundredth of the clean one. A stretch that a clock interrupts may have no best time. */
function expectNear(clean: ReturnType<typeof figures>, found: ReturnType<typeof figures>, isInterrupted: boolean) {
  const far = Object.entries(clean).filter(([name, value]) => {
    const other = found[name as keyof typeof found];
    if (value === null || other === null)
      return value !== other && !isInterrupted && !isBarely(name, clean.distanceInMeters);
    const isEffort = name !== 'distanceInMeters' && name !== 'durationInSeconds' && name !== 'elevationGainInMeters';
    const isOff = Math.abs(other - value) > 0.01 * value && !isLeastClimb(name, Math.abs(other - value));
    return isOff && !(isInterrupted && isEffort && other >= value);
  });
  expect(far.map(([name, value]) => [name, value, found[name as keyof typeof found]])).toEqual([]);
}

const fault = (kind: Fault['kind']) =>
  fc.record({
    kind: fc.constant(kind),
    at: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    size: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });
const run = fc.tuple(fc.integer({ min: 2400, max: 4000 }), fc.integer({ min: 40, max: 120 }));

describe('a run of an hour, as measured without its faults', () => {
  test.each(kinds)('has %s at random places', (kind) => {
    holds(
      fc.property(run, fault(kind), ([points, hill], one) => {
        const clean = cleanRun(points, hill);
        expectNear(figures([clean]), figures(withFaults(clean, [one])), kind === 'clock back');
      }),
    );
  });

  test('has outliers where it has no times that are trusted', () => {
    const outliers = fc.array(fault('outliers'), { minLength: 1, maxLength: 3 });
    holds(
      fc.property(run, outliers, fc.constantFrom(null, -2e9), ([points, hill], several, clock) => {
        const places = several.map((one, i): Fault => {
          const at = (i + one.at * 0.9) / several.length;
          return { ...one, at, size: one.size * 0.36 };
        });
        const untimed = (segments: Place[][]) =>
          segments.map((segment) =>
            segment.map(([lat, lng, height], i): Place => [lat, lng, height, clock && clock + i]),
          );
        const clean = cleanRun(points, hill);
        expectNear(figures(untimed([clean])), figures(untimed(withFaults(clean, places))), false);
      }),
    );
  });

  test('has several of them, at different places', () => {
    const several = fc
      .shuffledSubarray([...kinds], { minLength: 2, maxLength: 4 })
      .chain((some) => fc.tuple(...some.map(fault)))
      .map((faults) => faults.map((one, i): Fault => ({ ...one, at: (i + 0.9 * one.at) / faults.length })));
    holds(
      fc.property(run, several, ([points, hill], faults) => {
        const clean = cleanRun(points, hill);
        const isInterrupted = faults.some(({ kind }) => kind === 'clock back');
        expectNear(figures([clean]), figures(withFaults(clean, faults)), isInterrupted);
      }),
      300,
    );
  });
});
