import { NO_VALUE, sensorNames, storedValue } from './sensors.ts';
import type { SensorName, Sensors } from './sensors.ts';

/**
 * Collects the values of sensors while the points of a track are read. Without any values, it allocates nothing. A
 * value may arrive before its point is known to be valid, so values are first noted, and then kept or dropped.
 */
export class SensorColumns {
  readonly #columns = new Map<SensorName, Int16Array>();
  readonly #noted = new Int16Array(sensorNames.length).fill(NO_VALUE);
  #isNoted = false;

  /** @param capacity the largest number of points for which columns have to be allocated at present */
  constructor(readonly capacity: () => number) {}

  /** Notes a value of the next point, if it is valid and the first one of its sensor. */
  note(sensor: number, value: number): void {
    if (this.#noted[sensor] !== NO_VALUE) return;
    const stored = storedValue(sensorNames[sensor] as SensorName, value);
    if (stored === NO_VALUE) return;
    this.#noted[sensor] = stored;
    this.#isNoted = true;
  }

  /** Keeps the noted values for the point at `index`. */
  keep(index: number): void {
    if (!this.#isNoted) return;
    for (const [sensor, name] of sensorNames.entries()) {
      const stored = this.#noted[sensor] as number;
      if (stored !== NO_VALUE) this.#columnOf(name, index)[index] = stored;
    }
    this.drop();
  }

  /** Drops the noted values. */
  drop(): void {
    if (!this.#isNoted) return;
    this.#noted.fill(NO_VALUE);
    this.#isNoted = false;
  }

  /** The columns of a track of `length` points, or undefined if no sensor measured anything. */
  finish(length: number): Sensors | undefined {
    if (this.#columns.size === 0) return undefined;
    return Object.fromEntries(
      sensorNames
        .filter((name) => this.#columns.has(name))
        .map((name) => [name, this.#grown(name, length).slice(0, length)]),
    );
  }

  #columnOf(name: SensorName, index: number): Int16Array {
    const column = this.#columns.get(name);
    return column && index < column.length ? column : this.#grown(name, index + 1);
  }

  #grown(name: SensorName, length: number): Int16Array {
    const before = this.#columns.get(name);
    if (before && before.length >= length) return before;
    const column = new Int16Array(Math.max(length, this.capacity())).fill(NO_VALUE);
    if (before) column.set(before);
    this.#columns.set(name, column);
    return column;
  }
}
