const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
const TWO = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const THREE = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'));

/** Formats times. For increasing times, as in a track, the part up to the minute is formatted once a minute. */
export class GpxTimeText {
  #minute = Number.NaN;
  #minuteText = '';

  /**
   * @param time milliseconds since 1970
   * @returns `YYYY-MM-DDTHH:MM:SS.mmmZ`, or null for NaN and for years that do not have four digits
   */
  of(time: number): string | null {
    if (!(time >= FIRST && time <= LAST)) return null;
    const minute = Math.floor(time / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#minuteText = new Date(minute * MINUTE_MS).toISOString().slice(0, 17);
    }
    const rest = Math.floor(time - minute * MINUTE_MS);
    const second = Math.floor(rest / SECOND_MS);
    return `${this.#minuteText}${TWO[second]}.${THREE[rest - second * SECOND_MS]}Z`;
  }
}
