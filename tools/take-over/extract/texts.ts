import { isUtf8 } from 'node:buffer';
import type { Raw } from './source.ts';

/**
 * Returns the text of a value.
 * @param invalid is called if bytes of it are not UTF-8 and were replaced by U+FFFD
 */
export function textOf(raw: string | Buffer, invalid: () => void): string {
  if (typeof raw === 'string') return raw;
  const text = raw.toString('utf8');
  if (text.includes('\uFFFD') && !isUtf8(raw)) invalid();
  return text;
}

/** A whole number or a decimal one, without an exponent. */
const digits = /^(-?)(\d+)(?:\.(\d*))?$/;

/** Returns the JSON of a number: itself if the numbers of JavaScript hold it exactly, else a text. */
export function numberJson(text: string): string {
  const value = Number(text);
  if (!Number.isFinite(value) || text.trim() === '') return JSON.stringify(text);
  const [, sign = '', whole, fraction = ''] = digits.exec(text) ?? [];
  // A float is written by its server with as many digits as tell it from its neighbors.
  if (whole === undefined) return JSON.stringify(value);
  const parts = [withoutZeros(whole, 'before') || '0', withoutZeros(fraction, 'after')];
  const plain = sign + parts.filter((part) => part !== '').join('.');
  if (plain === '-0') return '0';
  if (parts[1] === '' && !Number.isSafeInteger(value)) return JSON.stringify(text);
  return plain === String(value) ? plain : JSON.stringify(text);
}

function withoutZeros(figures: string, where: 'before' | 'after'): string {
  let [begin, end] = [0, figures.length];
  if (where === 'before') while (figures[begin] === '0') begin++;
  else while (figures[end - 1] === '0') end--;
  return figures.slice(begin, end);
}

const moment = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(?:\+00(?::?00)?)?)?$/;

/**
 * Returns a date or a moment in ISO 8601, or null if a part of its date is zero, as MySQL accepts. What is in no such form, like
 * `infinity`, stays as it is.
 * @param zone what is written after a time: `Z` if the column has moments, nothing if it has times without an offset
 */
export function momentOf(text: string, zone: 'Z' | ''): string | null {
  const [, year, month, day, time] = moment.exec(text) ?? [];
  if (year === undefined) return text;
  if (year === '0000' || month === '00' || day === '00') return null;
  return `${year}-${month}-${day}${time === undefined ? '' : `T${time}${zone}`}`;
}

/** Returns the number that the bits of a BIT column are. */
export function bitsOf(raw: Exclude<Raw, null>): string {
  // PostgreSQL writes digits, MySQL sends bytes.
  if (typeof raw === 'string') return raw === '' ? '0' : BigInt(`0b${raw}`).toString();
  return raw.length === 0 ? '0' : BigInt(`0x${raw.toString('hex')}`).toString();
}
