/** Longer texts are not accepted as moments. Even the finest clock needs far fewer characters. */
const longest = 64;

const date = String.raw`(\d{4}(?:-\d\d-\d\d|\d{4}|-?W\d\d-?\d|-?\d{3}))`;
const time = String.raw`(\d\d)(?::(\d\d)(?::(\d\d))?|(\d\d)(\d\d)?)?(?:[.,](\d+))?`;
const zone = String.raw`[Zz]|([+-])(\d\d)(?::?(\d\d))?`;
/**
 * Each part is in basic or extended form, and seconds or minutes may be missing. `T`, `t` or a space separates date and
 * time. The date is one of the calendar, of a week (`2012-W20-1`) or of a year (`2012-136`).
 */
const form = new RegExp(`^${date}[Tt ]${time} ?(?:${zone})?$`);

/** The first moment of the years that four digits can express, and the first moment after them. */
const from = Date.parse('0001-01-01T00:00:00Z');
const until = Date.parse('+010000-01-01T00:00:00Z');

/** A moment: whole seconds since 1970 in milliseconds, and the microseconds after them. */
interface Instant {
  secondsMs: number;
  micros: number;
}

/**
 * Reads a moment, for every field of every format that contains one (decisions W8, N15): an ISO 8601 date and time in
 * basic or extended form. Seconds and minutes are optional, and the last part may have a fraction of any length. `Z` or
 * an offset is converted to UTC; without one, the time is in UTC. `24:00:00` is the next midnight, and second `60` the
 * next minute. Returns null for any other text.
 */
function readInstant(text: string): Instant | null {
  const trimmed = text.trim();
  const match = trimmed.length > longest ? null : form.exec(trimmed);
  if (!match) return null;
  const [, date = '', hours, minutes, seconds, basicMinutes, basicSeconds] = match;
  const [fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match.slice(7);
  const dayMs = dayOf(date);
  const minute = minutes ?? basicMinutes;
  const second = seconds ?? basicSeconds;
  const [h, m, s] = [Number(hours), Number(minute ?? 0), Number(second ?? 0)];
  if (dayMs === null || h > 24 || m > 59 || s > 60) return null;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return null;
  // Hour 24 is only valid as the end of a day.
  if (h === 24 && (m > 0 || s > 0 || /[1-9]/.test(fraction))) return null;
  const fractionOf = second !== undefined ? 1 : minute !== undefined ? 60 : 3600;
  const micros = fractionOf * Number(fraction.slice(0, 6).padEnd(6, '0'));
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes));
  const seconds1970 = dayMs / 1000 + h * 3600 + (m - offset) * 60 + s + Math.floor(micros / 1e6);
  const secondsMs = seconds1970 * 1000;
  return secondsMs >= from && secondsMs < until ? { secondsMs, micros: micros % 1e6 } : null;
}

const oneDay = 86_400_000;

/** The first moment of a date in one of the forms of ISO 8601, in Unix milliseconds; null if there is no such day. */
function dayOf(text: string): number | null {
  const digits = text.replaceAll('-', '');
  const year = digits.slice(0, 4);
  if (digits.length === 8 && !digits.includes('W')) {
    const day = `${year}-${digits.slice(4, 6)}-${digits.slice(6)}`;
    return isCalendarDate(day) ? Date.parse(day) : null;
  }
  const newYear = Date.parse(`${year}-01-01`);
  if (year === '0000') return null;
  if (digits.length === 7) {
    const day = newYear + (Number(digits.slice(4)) - 1) * oneDay;
    return new Date(day).getUTCFullYear() === Number(year) ? day : null;
  }
  // Week 1 is the one with 4 January, and begins on a Monday.
  const [week, weekday] = [Number(digits.slice(5, 7)), Number(digits.slice(7))];
  const weekOne = mondayOf(newYear + 3 * oneDay);
  const monday = weekOne + (week - 1) * 7 * oneDay;
  const thursday = new Date(monday + 3 * oneDay).getUTCFullYear();
  return thursday === Number(year) && weekday >= 1 && weekday <= 7 ? monday + (weekday - 1) * oneDay : null;
}

function mondayOf(day: number): number {
  return day - ((new Date(day).getUTCDay() + 6) % 7) * oneDay;
}

/**
 * Returns a moment as `YYYY-MM-DDTHH:MM:SS.ffffffZ` with its microseconds; null when the text is not a moment
 * (decisions W8, N15).
 */
export function readMoment(text: string): string | null {
  const instant = readInstant(text);
  if (!instant) return null;
  return `${new Date(instant.secondsMs).toISOString().slice(0, 19)}.${String(instant.micros).padStart(6, '0')}Z`;
}

/** Whether `YYYY-MM-DD` names a day of the calendar, in years 1 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(Number(text.slice(0, 4)), month, 0)).getUTCDate();
}

/** The usual forms, on days that every month has. `readInstant` reads all other forms. */
const plain = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z?$/;

/** The date and hour of the last moment in a usual form, and their Unix milliseconds. The points of a track have the same for long. */
let lastHour = ' ';
let lastHourMs = 0;
const hourLength = 'YYYY-MM-DDTHH'.length;

/** Unix milliseconds of such a moment, without the microseconds; NaN when the text is not a moment. */
export function momentMs(text: string): number {
  if (text.startsWith(lastHour)) {
    const ms = withinHour(text);
    if (ms >= 0) return lastHourMs + ms;
  }
  if (plain.test(text)) {
    lastHour = text.slice(0, hourLength);
    lastHourMs = Date.parse(`${lastHour}:00Z`);
    return lastHourMs + withinHour(text);
  }
  const instant = readInstant(text);
  return instant === null ? Number.NaN : instant.secondsMs + Math.floor(instant.micros / 1000);
}

/** Whole milliseconds since the hour of `YYYY-MM-DDTHH:MM:SS`, with up to six digits of a fraction, and `Z` or not; NaN for any other form. */
function withinHour(text: string): number {
  if (text[13] !== ':' || text[16] !== ':') return NaN;
  const minutes = digit(text, 14) * 10 + digit(text, 15);
  const seconds = digit(text, 17) * 10 + digit(text, 18);
  if (!(minutes < 60 && seconds < 60)) return NaN;
  const end = text.length - (text.endsWith('Z') ? 1 : 0);
  let ms = (minutes * 60 + seconds) * 1000;
  if (end === 19) return ms;
  if (text[19] !== '.' || end === 20 || end > 26) return NaN;
  for (let at = 20, unit = 100; at < end; at++, unit /= 10) ms += digit(text, at) * unit;
  return Math.floor(ms);
}

/** The decimal digit at an index; NaN for any other character. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : NaN;
}

/** Converts Unix milliseconds into such a moment. */
export function momentOf(unixMs: number): string {
  return new Date(unixMs).toISOString().replace('Z', '000Z');
}
