import { SensorColumns } from './sensor-columns.ts';
import { elevationOf, type Track, UNITS_A_DEGREE } from './track.ts';

/** The latest time that a Date can represent, in milliseconds before or after 1970. */
const MAX_TIME = 8.64e15;

/** Collects points one by one and returns a compact {@link Track}. */
export class TrackBuilder {
  private latitudeE7 = new Int32Array(1024);
  private longitudeE7 = new Int32Array(1024);
  private elevation = new Float64Array(1024);
  private time = new Float64Array(1024);
  private readonly segmentStarts: number[] = [];
  private segmentIsNew = true;
  private length = 0;
  /** The values of sensors, which are noted before the point is added to which they belong. */
  readonly sensors = new SensorColumns(() => this.time.length);

  /** @param maxPoints the largest number of points; by default, there is none */
  constructor(private readonly maxPoints = Infinity) {}

  /** The number of points added so far. */
  get pointCount(): number {
    return this.length;
  }

  /**
   * Begins a new segment with the next point. Segments without points are left out, and no call is needed for the first
   * segment.
   */
  addSegment(): void {
    this.segmentIsNew = true;
  }

  /**
   * Adds a point: degrees, meters (NaN: none) and Unix milliseconds (NaN: none). Coordinates are rounded to 1e-7
   * degrees, the elevation to a millimeter, and the time to a millisecond. Implausible elevations and times that a Date
   * cannot represent are left out.
   *
   * @throws RangeError for coordinates out of range, and beyond the largest number of points
   */
  addPoint(latitude: number, longitude: number, elevation: number, timeMs: number): void {
    if (!(Math.abs(latitude) <= 90)) throw new RangeError(`latitude ${latitude} is not between -90 and 90`);
    if (!(Math.abs(longitude) <= 180)) throw new RangeError(`longitude ${longitude} is not between -180 and 180`);
    if (this.length === this.maxPoints) throw new RangeError(`a track has at most ${this.maxPoints} points`);
    if (this.length === this.time.length) this.grow();
    const i = this.length++;
    if (this.segmentIsNew) this.segmentStarts.push(i);
    this.segmentIsNew = false;
    this.latitudeE7[i] = Math.round(latitude * UNITS_A_DEGREE);
    this.longitudeE7[i] = Math.round(longitude * UNITS_A_DEGREE);
    this.elevation[i] = elevationOf(elevation);
    // `+ 0` turns -0 into 0, so that equal points are equal bytes
    this.time[i] = Math.abs(timeMs) <= MAX_TIME ? Math.round(timeMs) + 0 : NaN;
    this.sensors.keep(i);
  }

  /** Returns the track so far. It does not change when the builder continues. */
  build(): Track {
    const sensors = this.sensors.finish(this.length);
    return {
      latitudeE7: this.latitudeE7.slice(0, this.length),
      longitudeE7: this.longitudeE7.slice(0, this.length),
      elevation: this.elevation.slice(0, this.length),
      time: this.time.slice(0, this.length),
      segmentStarts: [...this.segmentStarts],
      ...(sensors && { sensors }),
    };
  }

  private grow(): void {
    const capacity = Math.min(this.time.length * 2, this.maxPoints);
    this.latitudeE7 = enlarged(this.latitudeE7, new Int32Array(capacity));
    this.longitudeE7 = enlarged(this.longitudeE7, new Int32Array(capacity));
    this.elevation = enlarged(this.elevation, new Float64Array(capacity));
    this.time = enlarged(this.time, new Float64Array(capacity));
  }
}

function enlarged<Column extends Int32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
