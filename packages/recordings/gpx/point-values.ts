import { decimalOf } from './text-values.ts';
import { MalformedRecording } from './malformed-recording.ts';

/**
 * Reads the values of track point `number` from texts. An invalid value is refused with a sentence that names the
 * point.
 */
export class GpxPointValues {
  /** @param momentMs reads a time: Unix milliseconds, or NaN for what is none */
  constructor(
    readonly number: number,
    readonly momentMs: (text: string) => number,
  ) {}

  /** Degrees, at most `limit` either way. @throws MalformedRecording */
  coordinate(name: 'lat' | 'lon', text: string | undefined, limit: number): number {
    if (text === undefined) throw this.#error(`has no ${name}`);
    const value = decimalOf(text.trim());
    if (Number.isNaN(value)) throw this.#error(`has ${name} ${shown(text)}, which is not a number`);
    if (value < -limit || value > limit) throw this.#error(`has ${name} ${shown(text)}, which is out of range`);
    return value;
  }

  /** Milliseconds since 1970; NaN for the year 0, which devices write before they know the time. @throws MalformedRecording */
  time(text: string): number {
    const time = this.momentMs(text);
    if (Number.isNaN(time) && !/^\s*0000-/.test(text))
      throw this.#error(`has time ${shown(text)}, which is not an ISO 8601 time`);
    return time;
  }

  /** Meters, or NaN for the notations of a missing value. @throws MalformedRecording */
  elevation(text: string): number {
    if (/^[+-]?nan$/i.test(text)) return Number.NaN;
    const value = decimalOf(text);
    if (Number.isNaN(value)) throw this.#error(`has ele ${shown(text)}, which is not a number`);
    return value;
  }

  #error(what: string): MalformedRecording {
    return new MalformedRecording(`point ${this.number} ${what}`);
  }
}

/** A value in an error message, in one line and shortened. */
function shown(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return JSON.stringify(short);
}
