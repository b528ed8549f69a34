import { readWallClock } from '../../../src/domain/events/check-event.ts';
import { isCalendarDate, readMoment } from '../../../src/domain/rules/moment.ts';
import { twoPlaces } from '../../../src/domain/rules/two-places.ts';
import type { ValueType } from './field.ts';
import { Unusable } from './unusable.ts';
import type { Remark } from './unusable.ts';

/** The largest id. New ones begin above it, and those up to 2^53 - 1 are exact in JSON. */
export const largestId = 9_000_000_000_000_000;

const unusable = {
  id: new Unusable(`must be an id: a whole number from 1 to ${largestId}`),
  uri: new Unusable('must be an id, or the URI of such a record'),
  moment: new Unusable('must be an ISO 8601 date and time'),
  clock: new Unusable('must be a date and time'),
  date: new Unusable('must be a day, such as 1985-04-12'),
  boolean: new Unusable('must be true or false'),
  number: new Unusable('must be a number'),
};

/** An id, as a number or in digits. */
export function idOf(value: unknown): number | Unusable {
  const number = (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value) as number;
  return Number.isInteger(number) && number >= 1 && number <= largestId ? number : unusable.id;
}

/** The end of a URI of the contract, behind any host and version. */
const uri = /\/([a-z][a-z-]*)\/(\d{1,16})\/?$/;

/** The id in a reference: an id, the URI of such a record, or such a record with its id. */
export function referredId(value: unknown, resource: string | undefined): number | Unusable {
  if (typeof value === 'object' && value !== null && 'id' in value) return idOf(value.id);
  if (typeof value !== 'string' || !value.includes('/')) return idOf(value);
  const [, kind, id] = uri.exec(value.slice(-100)) ?? [];
  return kind !== undefined && kind === resource ? idOf(id) : unusable.uri;
}

/** A moment in UTC with its microseconds, in every form that the contract reads. */
export function momentOf(value: unknown): string | Unusable {
  return (typeof value === 'string' ? readMoment(value) : null) ?? unusable.moment;
}

/** A time on a clock, `YYYY-MM-DDTHH:MM:SS.ffffff`. One with an offset is taken in UTC, with a remark. */
export function clockOf(value: unknown, remark: Remark): string | Unusable {
  if (typeof value !== 'string') return unusable.clock;
  const clock = readWallClock(value);
  if (clock !== null) return clock;
  const moment = readMoment(value);
  if (moment === null) return unusable.clock;
  remark('has an offset; the time of the clock in UTC is taken');
  return moment.slice(0, -1);
}

/** A day. The time of a moment is left away. */
export function dateOf(value: unknown): string | Unusable {
  const day = typeof value === 'string' && /^.{10}(?:$|[T ])/.test(value) ? value.slice(0, 10) : '';
  return isCalendarDate(day) ? day : unusable.date;
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  f: false,
  no: false,
  off: false,
  0: false,
};

/** A truth value, as the contract and databases write it. */
export function booleanOf(value: unknown): boolean | Unusable {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  return Object.hasOwn(truths, word) ? truths[word]! : unusable.boolean;
}

/** A number within bounds, also as a text. */
export function numberOf(
  value: unknown,
  { kind, least, most, isCents }: ValueType & { kind: 'number' | 'integer' },
  remark: Remark,
): number | Unusable {
  const isText = typeof value === 'string' && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return unusable.number;
  const rounded = kind === 'integer' ? Math.round(number) + 0 : isCents ? twoPlaces(number) : number;
  if (rounded !== number)
    remark(isCents ? 'has more than two decimal places; it is rounded' : 'is not a whole number; it is rounded');
  return rounded >= least && rounded <= most ? rounded : new Unusable(`must be between ${least} and ${most}`);
}

/** One of a few words, in any case. An open choice keeps other texts, with a remark. */
export function wordOf(
  value: string,
  { values, open }: ValueType & { kind: 'choice' },
  remark: Remark,
): string | Unusable {
  if (values.includes(value)) return value;
  const lower = value.trim().toLowerCase();
  const word = values.find((each) => each.toLowerCase() === lower);
  if (word !== undefined) return word;
  const why = `must be one of ${values.filter((each) => each !== '').join(', ')}`;
  if (!open) return new Unusable(why);
  remark('is none of the known ones; it stays beside the usual one');
  return value;
}
