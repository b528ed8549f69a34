import { measurePath } from './distance.ts';
import { hundredths } from './sensor-figures.ts';
import { NO_VALUE, recordedSensors, sensorKinds } from '../track/sensors.ts';
import type { SensorName } from '../track/sensors.ts';
import { coordinates } from '../track/track.ts';
import type { Track } from '../track/track.ts';

/** Values along a run, each list with an entry for each chosen point. */
export interface Streams {
  /** Meters from the start. */
  distanceInMeters: number[];
  /** Seconds since the first point with a time, with pauses; null at points without a time, or with one that is wrong (decisions P12). */
  timeInSeconds: (number | null)[];
  lat: number[];
  lng: number[];
  elev: (number | null)[];
  /** The sensors that measured something; null where they did not. */
  sensors: { [Name in SensorName]?: (number | null)[] };
}

/**
 * Chooses at most `most` points, evenly by their number and with both ends, and gives what is known there, without
 * those that are left out (decisions P12). Distance, time, position and elevation are those of the point. The value of a sensor is the mean of what it
 * measured from the middle between the chosen point and the one before it to the middle after it, so that sparse values
 * are not lost. All lists therefore have the same length and the same positions.
 */
export function streamsOf(track: Track, most: number): Streams {
  const { meters, leftOut, times } = measurePath(track);
  const kept = Array.from(leftOut.keys()).filter((i) => leftOut[i] === 0);
  const chosen = evenly(kept.length, most).map((index) => kept[index]!);
  const start = times[kept.find((i) => !Number.isNaN(times[i]!)) ?? -1] ?? NaN;
  const positions = chosen.map((i) => coordinates(track, i));
  const streams: Streams = {
    distanceInMeters: chosen.map((i) => hundredths(meters[i]!)),
    timeInSeconds: chosen.map((i) => known((times[i]! - start) / 1000)),
    lat: positions.map(([lat]) => lat),
    lng: positions.map(([, lng]) => lng),
    elev: chosen.map((i) => known(track.elevation[i]!)),
    sensors: {},
  };
  const { sensors = {} } = track;
  for (const name of recordedSensors(sensors))
    streams.sensors[name] = meansAround(sensors[name] as Int16Array, chosen, sensorKinds[name].steps);
  return streams;
}

/** At most `most` indices below `count`, from the first to the last. */
function evenly(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => (most === 1 ? 0 : Math.round((i * (count - 1)) / (most - 1))));
}

function meansAround(column: Int16Array, chosen: readonly number[], steps: number): (number | null)[] {
  let from = 0;
  return chosen.map((at, index) => {
    const next = chosen[index + 1];
    const to = next === undefined ? column.length : Math.floor((at + next) / 2) + 1;
    let sum = 0;
    let values = 0;
    for (; from < to; from++) {
      if (column[from] === NO_VALUE) continue;
      sum += column[from]!;
      values++;
    }
    return values === 0 ? null : Math.round((sum / values / steps) * 1000) / 1000;
  });
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
