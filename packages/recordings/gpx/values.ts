const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const COLON = 0x3a;
const ZERO = 0x30;
const UPPER_T = 0x54;
const UPPER_Z = 0x5a;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The range of years with four digits, with any offset. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9998;
/** The digits of a fraction of a second. */
const MOST_FRACTION = 9;
/** The powers of ten that a double represents exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
/** Integers up to this one are exact, so that mantissa / power is the correctly rounded decimal. */
const EXACT_DIGITS = 15;

/**
 * Reads the decimals and times of track points directly from bytes, without creating a string for each. `at` is the
 * beginning of the next value and, after a successful read, its end.
 */
export class GpxValues {
  at = 0;
  #lastDay = -1;
  #lastDayMs = 0;

  constructor(public bytes: Uint8Array) {}

  /**
   * Reads an xsd:decimal (`-12.5`, `+.5`, `7.`) at `at`. Fifteen significant digits are used, which for degrees is
   * 1e-12, far below the stored precision of 1e-7. Further digits are ignored.
   * @returns the number, or NaN if there is none (`at` is then undefined)
   */
  decimal(): number {
    const { bytes } = this;
    let { at } = this;
    const negative = bytes[at] === MINUS;
    if (negative || bytes[at] === PLUS) at++;
    let mantissa = 0;
    let significant = 0;
    let scale = 0;
    let digits = 0;
    let fraction = false;
    for (; ; at++) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit >= 0 && digit <= 9) {
        digits++;
        if (significant < EXACT_DIGITS) {
          mantissa = mantissa * 10 + digit;
          if (mantissa !== 0) significant++;
          if (fraction) scale++;
        } else if (!fraction) return Number.NaN;
      } else if (bytes[at] === DOT && !fraction) {
        fraction = true;
      } else {
        break;
      }
    }
    if (digits === 0 || scale > 22) return Number.NaN;
    this.at = at;
    const value = mantissa / (POWERS[scale] as number);
    return negative ? -value : value;
  }

  /**
   * Reads a date and time at `at` in the form that devices write: `YYYY-MM-DDTHH:MM[:SS[.f…]]`, then `Z`, an offset
   * (`+02:00`, `+0200`, `+02`) or nothing, which means UTC. It is a fast reader for some of the forms that `momentMs`
   * accepts, with the same result. A value in another form may still be valid.
   * @returns milliseconds since 1970, or NaN if the value is not in this form (`at` is then undefined)
   */
  time(): number {
    const { bytes, at } = this;
    if (bytes[at + 4] !== MINUS || bytes[at + 7] !== MINUS || bytes[at + 10] !== UPPER_T || bytes[at + 13] !== COLON) {
      return Number.NaN;
    }
    const year = this.#two(at) * 100 + this.#two(at + 2);
    const day = this.#day(year, this.#two(at + 5), this.#two(at + 8));
    const hour = this.#two(at + 11);
    const minute = this.#two(at + 14);
    let end = at + 16;
    let second = 0;
    let milliseconds = 0;
    if (bytes[end] === COLON) {
      second = this.#two(end + 1);
      end += 3;
      if (bytes[end] === DOT) {
        let weight = 100;
        const first = ++end;
        for (; ; end++) {
          const digit = (bytes[end] ?? 0) - ZERO;
          if (!(digit >= 0 && digit <= 9)) break;
          milliseconds += digit * weight;
          weight = weight === 100 ? 10 : weight === 10 ? 1 : 0;
        }
        if (end === first || end - first > MOST_FRACTION) return Number.NaN;
      }
    }
    if (!(hour <= 23 && minute <= 59 && second <= 59 && year >= FIRST_YEAR && year <= LAST_YEAR)) return Number.NaN;
    let offset = 0;
    const zone = bytes[end];
    if (zone === UPPER_Z) end++;
    else if (zone === PLUS || zone === MINUS) {
      const hours = this.#two(end + 1);
      end += 3;
      let minutes = 0;
      if (bytes[end] === COLON) {
        minutes = this.#two(end + 1);
        end += 3;
      } else if ((bytes[end] ?? 0) >= ZERO && (bytes[end] ?? 0) <= ZERO + 9) {
        minutes = this.#two(end);
        end += 2;
      }
      if (!(hours <= 23 && minutes <= 59)) return Number.NaN;
      offset = (hours * 60 + minutes) * (zone === PLUS ? 1 : -1);
    }
    this.at = end;
    return day + (hour * 60 + minute - offset) * MINUTE_MS + second * 1000 + milliseconds;
  }

  /** Two digits at `at`, or NaN. */
  #two(at: number): number {
    const tens = (this.bytes[at] ?? 0) - ZERO;
    const ones = (this.bytes[at + 1] ?? 0) - ZERO;
    return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
  }

  /** Milliseconds since 1970 of a calendar day, or NaN if the day does not exist. */
  #day(year: number, month: number, day: number): number {
    const key = (year * 100 + month) * 100 + day;
    if (key === this.#lastDay) return this.#lastDayMs;
    if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return Number.NaN;
    this.#lastDay = key;
    this.#lastDayMs = daysSince1970(year, month, day) * DAY_MS;
    return this.#lastDayMs;
  }
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar (Howard Hinnant's days_from_civil). */
function daysSince1970(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}
