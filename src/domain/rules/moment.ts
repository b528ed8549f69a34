/**
 * Reads an ISO 8601 moment (decisions W8): date and time, with or without fraction; `Z` or an offset is converted to
 * UTC, none means UTC. Returns `YYYY-MM-DDTHH:MM:SS.ffffffZ`, microseconds kept; null when it is anything else.
 */
export function readMoment(text: string): string | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const micros = fraction.padEnd(6, '0').slice(0, 6);
  const offset = offsetMinutes(zone);
  if (offset === null) return null;
  if (offset === 0) return `${date}T${hour}:${minute}:${second}.${micros}Z`;
  const moved = new Date(Date.parse(`${date}T${hour}:${minute}:${second}Z`) - offset * 60_000);
  return `${moved.toISOString().slice(0, 19)}.${micros}Z`;
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

/** Whether `YYYY-MM-DD` names a day of the calendar, in years 1 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(Number(text.slice(0, 4)), month, 0)).getUTCDate();
}

/** The form that devices write, on days that every month has; the rest is for `readMoment`. */
const plain = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/;

/** Unix milliseconds of an ISO 8601 moment (W8); NaN when it is anything else. */
export function momentMs(text: string): number {
  if (plain.test(text)) return Date.parse(text);
  const moment = readMoment(text);
  return moment === null ? Number.NaN : Date.parse(moment);
}

/** Unix milliseconds as such a moment. */
export function momentOf(unixMs: number): string {
  return new Date(unixMs).toISOString().replace('Z', '000Z');
}
