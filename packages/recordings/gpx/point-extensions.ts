import { MalformedRecording } from './malformed-recording.ts';
import { LONGEST_TEXT } from './extensions.ts';
import { sensorOfName } from './sensor-names.ts';
import { decimalOf } from './text-values.ts';
import type { SensorColumns } from '../track/sensor-columns.ts';

/**
 * Follows the elements below the `extensions` of a track point, at any depth and in any namespace, and notes the values
 * of sensors. A text that is not a number is ignored, because the point is valid without it.
 */
export class GpxPointExtensions {
  readonly #sensors: SensorColumns;
  /** The number of open elements below `extensions`. */
  #depth = 0;
  /** The open element of a sensor, by the index of the sensor, and its depth; 0 if none is open. */
  #sensor = -1;
  #sensorDepth = 0;
  #text = '';

  constructor(sensors: SensorColumns) {
    this.#sensors = sensors;
  }

  /** Whether text at the current position is read. */
  get wantsText(): boolean {
    return this.#sensorDepth > 0;
  }

  /** Begins an element. `local` is its name without a prefix. */
  open(local: string): void {
    const depth = ++this.#depth;
    if (this.#sensorDepth > 0) return;
    this.#sensor = sensorOfName(local);
    if (this.#sensor < 0) return;
    this.#sensorDepth = depth;
    this.#text = '';
  }

  /** Takes text or CDATA, including that of elements inside the element of a sensor. @throws MalformedRecording */
  text(text: string): void {
    this.#text += text;
    if (this.#text.length > LONGEST_TEXT) throw new MalformedRecording('the text of an element is too long');
  }

  /** Ends an element. Returns true for `extensions` itself. */
  close(): boolean {
    const depth = this.#depth--;
    if (depth === 0) {
      this.#depth = 0;
      return true;
    }
    if (depth === this.#sensorDepth) {
      this.#sensorDepth = 0;
      this.#sensors.note(this.#sensor, decimalOf(this.#text.trim()));
    }
    return false;
  }
}
