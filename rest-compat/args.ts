import { readPoints } from '../schema/scalars.ts';
import { Failure, invalidFields } from '../src/errors.ts';
import type { Violation, ViolationCode } from '../src/errors.ts';
import { readMoment } from '../src/domain/rules/moment.ts';
import type { Track } from '@runners/recordings';
import { asLast, asList } from '@runners/wire';

type Mapping = Record<string, unknown>;

/**
 * The arguments of a request: fields of the body, then parameters of the query string (decisions W3). Older clients
 * send every value as text, and so do XML and forms, so each reader accepts a value in any of its spellings.
 * A value that cannot be read is noted, and the reader returns an empty one or undefined in its place: whoever reads the arguments
 * calls `check` before using them.
 */
export class Args {
  readonly #sources: readonly Mapping[];
  readonly #faults = new Map<string, Violation>();

  constructor(body: Mapping, query: Mapping) {
    this.#sources = [body, query];
  }

  /** The value of a field. Undefined when it is absent, and null when it is null or an XML `nil`. */
  #value(name: string): unknown {
    for (const source of this.#sources) if (Object.hasOwn(source, name)) return asLast(source[name]);
    return undefined;
  }

  /** @throws Failure INVALID naming all fields that were read and cannot be, one line each (decisions W19, Q2) */
  check(): void {
    if (this.#faults.size > 0) throw invalidFields([...this.#faults.values()]);
  }

  /** Notes what is wrong with a field. What was found first counts. */
  #refuse(name: string, sentence: string, code: ViolationCode): undefined {
    if (!this.#faults.has(name)) this.#faults.set(name, { path: name, code, sentence });
  }

  #required<Value>(name: string, value: Value | null | undefined): Value | undefined {
    return value ?? this.#refuse(name, 'is required', 'REQUIRED');
  }

  has(name: string): boolean {
    return this.#sources.some((source) => Object.hasOwn(source, name));
  }

  /** A required text. */
  text(name: string): string {
    return this.#required(name, this.textOrNull(name)) ?? '';
  }

  /** A required text that is not blank. */
  filledText(name: string): string {
    const text = this.text(name);
    if (text.trim() === '') this.#refuse(name, 'must not be empty', 'REQUIRED');
    return text;
  }

  /** A text; null or undefined as sent. */
  textOrNull(name: string): string | null | undefined {
    const value = this.#value(name);
    if (value === undefined || value === null || typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return this.#refuse(name, 'must be a text', 'WRONG_TYPE');
  }

  /** A text without white space at its ends, such as a date or a token, with or without white space around it (P22). */
  trimmedOrNull(name: string): string | null | undefined {
    const text = this.textOrNull(name);
    return text == null ? text : text.trim();
  }

  /** Likewise, if it is required. */
  trimmed(name: string): string {
    return this.#required(name, this.trimmedOrNull(name)) ?? '';
  }

  /** A required positive integer id (decisions W20). 0 in place of one that cannot be read. */
  id(name: string): number {
    return this.#required(name, this.idOrNull(name)) ?? 0;
  }

  idOrNull(name: string): number | null | undefined {
    return this.#asId(name, this.#number(name));
  }

  /** A required list of ids, each once. */
  ids(name: string): number[] {
    const values = this.#required(name, this.listOrNull(name)) ?? [];
    return [
      ...new Set(values.map((value) => this.#required(name, this.#asId(name, this.#asNumber(name, value))) ?? 0)),
    ];
  }

  /** An integer; one that GraphQL's Int does not hold is the nearest that it does, which operations refuse with their own bounds. */
  integerOrNull(name: string): number | null | undefined {
    const value = this.#number(name);
    if (value == null) return value;
    if (!Number.isInteger(value)) return this.#refuse(name, 'must be a whole number', 'WRONG_TYPE');
    return Math.max(-0x8000_0000, Math.min(value, 0x7fff_ffff));
  }

  /** A whole number that is not negative. */
  countOrNull(name: string): number | null | undefined {
    const value = this.#number(name);
    if (value != null && (!Number.isInteger(value) || value < 0))
      return this.#refuse(name, 'must be a whole number, not negative', 'OUT_OF_RANGE');
    return value;
  }

  /** A finite number. */
  numberOrNull(name: string): number | null | undefined {
    return this.#number(name);
  }

  /**
   * A finite number that is stored with two decimal places. Of a text with more digits than a number holds, those that decide how
   * it is rounded are kept (P21).
   */
  decimalOrNull(name: string): number | null | undefined {
    const value = this.#value(name);
    return this.#asNumber(name, typeof value === 'string' ? value.replace(/(\.\d{6})\d+\s*$/, '$1') : value);
  }

  #number(name: string): number | null | undefined {
    return this.#asNumber(name, this.#value(name));
  }

  booleanOrNull(name: string): boolean | null | undefined {
    const value = this.#value(name);
    if (value === undefined || value === null || typeof value === 'boolean') return value;
    const word = String(value).trim().toLowerCase();
    if (['true', '1', 'yes', 'on'].includes(word)) return true;
    if (['false', '0', 'no', 'off'].includes(word)) return false;
    return this.#refuse(name, 'must be true or false', 'WRONG_TYPE');
  }

  /** A boolean of a query string: false when it is absent or empty (decisions N13). */
  flag(name: string): boolean {
    return this.#value(name) === '' ? false : (this.booleanOrNull(name) ?? false);
  }

  /** A required timestamp in ISO 8601 (W8). */
  moment(name: string): string {
    return readMoment(this.text(name)) ?? this.#refuse(name, 'must be an ISO 8601 date and time', 'MALFORMED') ?? '';
  }

  /** One of the enum values of a table, with or without white space around it (P22). `null` and an empty text are null. */
  wordOrNull<Value>(name: string, words: Readonly<Record<string, Value>>): Value | null | undefined {
    const text = this.trimmedOrNull(name);
    if (text == null) return text;
    if (text === '') return null;
    return Object.hasOwn(words, text) ? words[text] : this.#unknownWord(name, words);
  }

  /** One of the enum values of a table, for a field that cannot be empty: null counts as absent. */
  word<Value>(name: string, words: Readonly<Record<string, Value>>): Value | null | undefined {
    return this.trimmedOrNull(name) === '' ? this.#unknownWord(name, words) : this.wordOrNull(name, words);
  }

  /** Likewise, if it is required. The first one of the table in place of one that cannot be read. */
  requiredWord<Value>(name: string, words: Readonly<Record<string, Value>>): Value {
    return this.#required(name, this.word(name, words)) ?? (Object.values(words)[0] as Value);
  }

  #unknownWord(name: string, words: object): undefined {
    return this.#refuse(name, `must be one of ${Object.keys(words).join(', ')}`, 'UNKNOWN_VALUE');
  }

  /**
   * Route points (interface, Route point) as one track, as the reader of the body has converted them. Null without points.
   */
  track(name: string): Track | null {
    const value = this.#value(name);
    try {
      return value == null ? null : readPoints(value);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'INVALID') throw error;
      for (const { path, sentence, code } of error.details.violations ?? []) this.#refuse(path, sentence, code);
      return null;
    }
  }

  /** A list. A single value of a form counts as a list of one. */
  listOrNull(name: string): unknown[] | null | undefined {
    for (const source of this.#sources) {
      if (!Object.hasOwn(source, name)) continue;
      const value = source[name];
      if (value === null) return null;
      const list = asList(value);
      return list ?? this.#refuse(name, 'must be a list', 'WRONG_TYPE');
    }
    return undefined;
  }

  #asNumber(name: string, value: unknown): number | null | undefined {
    if (value === undefined || value === null) return value;
    const text = typeof value === 'string' ? value.trim() : value;
    if (text === '') return null;
    const number =
      typeof text === 'string' && /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : text;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    return this.#refuse(name, 'must be a number', 'WRONG_TYPE');
  }

  #asId(name: string, value: number | null | undefined): number | null | undefined {
    if (value == null || (Number.isSafeInteger(value) && value >= 1)) return value;
    return this.#refuse(name, 'must be a positive integer', 'OUT_OF_RANGE');
  }
}
