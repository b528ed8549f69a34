import { NO_VALUE, recordedSensors, sensorKinds } from '../track/sensors.ts';
import type { SensorName, Sensors } from '../track/sensors.ts';
import type { Timeline } from './timeline.ts';

/** Average and maximum of what a sensor measured, in the unit of the sensor. */
export interface SensorFigure {
  average: number;
  max: number;
}

/** The figures of the sensors of a workout. A sensor without values has none. */
export type SensorFigures = { readonly [Name in SensorName]?: SensorFigure };

/**
 * The moving milliseconds for which the value of each point counts: those since the point before it of the same segment,
 * without pauses, and shared with other segments of that time (decisions P12).
 * @param points the number of points of the track
 */
export function weightsOf({ shared, points: pointOf }: Timeline, points: number): Float64Array {
  const weights = new Float64Array(points);
  for (let moment = 1; moment < shared.length; moment++)
    weights[pointOf[moment]!] = shared[moment]! - shared[moment - 1]!;
  return weights;
}

/**
 * Average and maximum of each sensor. Values count for the time since the point before; if none of them has any, as
 * without times, all count the same. A cadence of 0 does not count, because it means standing.
 * @param weights those of `weightsOf`
 */
export function sensorFigures(sensors: Sensors, weights: Float64Array): SensorFigures {
  const figures: { [Name in SensorName]?: SensorFigure } = {};
  for (const name of recordedSensors(sensors)) {
    const mean = new WeightedMean();
    let max = NO_VALUE;
    const column = sensors[name] as Int16Array;
    for (let i = 0; i < column.length; i++) {
      const value = column[i]!;
      if (value === NO_VALUE) continue;
      if (value > max) max = value;
      if (name !== 'cadence' || value > 0) mean.add(value, weights[i]!);
    }
    if (max === NO_VALUE) continue;
    const { steps } = sensorKinds[name];
    figures[name] = { average: hundredths((mean.value ?? 0) / steps), max: max / steps };
  }
  return figures;
}

/** A mean that falls back to the plain one while no value has a weight. */
export class WeightedMean {
  #sum = 0;
  #weight = 0;
  #plainSum = 0;
  #count = 0;

  add(value: number, weight: number): void {
    this.#sum += value * weight;
    this.#weight += weight;
    this.#plainSum += value;
    this.#count++;
  }

  /** Null without values. */
  get value(): number | null {
    if (this.#count === 0) return null;
    return this.#weight > 0 ? this.#sum / this.#weight : this.#plainSum / this.#count;
  }
}

/** Rounds to two decimal places. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
