import { SensorColumns } from '../track/sensor-columns.ts';
import { elevationOf } from '../track/track.ts';
import type { Track } from '../track/track.ts';
import { TooManyPoints } from './too-many-points.ts';

/** Collects points into the growing columns of a Track, rounded as TrackBuilder rounds them. */
export class GpxColumns {
  length = 0;
  /** The values of sensors, which are noted before the point is added to which they belong. */
  readonly sensors = new SensorColumns(() => this.#capacity);
  #capacity: number;
  #latitudeE7: Int32Array<ArrayBuffer>;
  #longitudeE7: Int32Array<ArrayBuffer>;
  #elevation: Float64Array<ArrayBuffer>;
  #time: Float64Array<ArrayBuffer>;
  #segmentStarts: number[] = [];
  #segmentIsNew = true;

  /**
   * @param maxPoints the largest number of points
   * @param expected the number of points for which memory is allocated at first
   */
  constructor(
    readonly maxPoints: number,
    expected: number,
  ) {
    this.#capacity = Math.min(maxPoints, Math.max(16, expected));
    this.#latitudeE7 = new Int32Array(this.#capacity);
    this.#longitudeE7 = new Int32Array(this.#capacity);
    this.#elevation = new Float64Array(this.#capacity);
    this.#time = new Float64Array(this.#capacity);
  }

  /** Makes the next point the first one of a segment. */
  startSegment(): void {
    this.#segmentIsNew = true;
  }

  /**
   * Adds a point: degrees, which must be in range; meters, or NaN; and milliseconds since 1970, or NaN.
   * @throws TooManyPoints
   */
  add(latitude: number, longitude: number, elevation: number, time: number): void {
    const index = this.length;
    if (index === this.#capacity) this.#grow();
    if (this.#segmentIsNew) {
      this.#segmentIsNew = false;
      this.#segmentStarts.push(index);
    }
    this.#latitudeE7[index] = Math.round(latitude * 1e7);
    this.#longitudeE7[index] = Math.round(longitude * 1e7);
    this.#elevation[index] = elevationOf(elevation);
    this.#time[index] = time;
    this.length = index + 1;
    this.sensors.keep(index);
  }

  /** Returns the track with columns of exact size. Segments without points are left out. */
  finish(): Track {
    const sensors = this.sensors.finish(this.length);
    return {
      latitudeE7: this.#latitudeE7.slice(0, this.length),
      longitudeE7: this.#longitudeE7.slice(0, this.length),
      elevation: this.#elevation.slice(0, this.length),
      time: this.#time.slice(0, this.length),
      segmentStarts: this.#segmentStarts,
      ...(sensors && { sensors }),
    };
  }

  #grow(): void {
    if (this.length >= this.maxPoints) throw new TooManyPoints(this.maxPoints);
    this.#capacity = Math.min(this.maxPoints, this.#capacity * 2);
    this.#latitudeE7 = enlarged(this.#latitudeE7, new Int32Array(this.#capacity));
    this.#longitudeE7 = enlarged(this.#longitudeE7, new Int32Array(this.#capacity));
    this.#elevation = enlarged(this.#elevation, new Float64Array(this.#capacity));
    this.#time = enlarged(this.#time, new Float64Array(this.#capacity));
  }
}

function enlarged<Column extends Int32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
