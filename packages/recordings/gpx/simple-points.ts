import { AMPERSAND, CLOSE_BRACKET, GREATER, LESS, SLASH, SPACE, hasAt, isSpace } from './bytes.ts';
import type { GpxColumns } from './columns.ts';
import { sensorOfBytes } from './sensor-names.ts';
import { GpxValues } from './values.ts';

const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const EQUALS = 0x3d;
const LETTER_L = 0x6c;
const LETTER_A = 0x61;
const LETTER_T = 0x74;
const LETTER_O = 0x6f;
const LETTER_N = 0x6e;
const COLON = 0x3a;
/** The largest depth of elements inside a point. Deeper ones are left to the XML parser. */
const DEEPEST = 16;
/** The largest number of bytes of a time. */
const LONGEST_TIME = 64;

/** The bytes that may continue a name: ASCII letters, digits, `_`, `-`, `.`, `:`. */
const NAME = new Uint8Array(256);
/** The bytes that may begin a name. */
const NAME_START = new Uint8Array(256);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_') {
  NAME[character.charCodeAt(0)] = NAME_START[character.charCodeAt(0)] = 1;
}
for (const character of '0123456789-.:') NAME[character.charCodeAt(0)] = 1;

/**
 * Reads track points in the form that devices write directly from the bytes, several times as fast as an XML parser. It
 * accepts a point only when it can interpret every byte: `lat` and `lon` and no other attribute, children without
 * attributes, plain ASCII text, and numbers and times that are in range. Everything else (comments, CDATA, references,
 * attributes, other characters, invalid values) is left to the XML parser, which reads or refuses it. The accepted
 * documents and the values are therefore the same with and without this reader.
 */
export class GpxSimplePoints {
  readonly #bytes: Uint8Array;
  readonly #columns: GpxColumns;
  readonly #values: GpxValues;
  readonly #open: Uint8Array;
  readonly #close: Uint8Array;
  readonly #ele: Uint8Array;
  readonly #time: Uint8Array;
  readonly #extensions: Uint8Array;
  readonly #speed: Uint8Array;
  /** The beginnings and ends of the names of the open elements. */
  readonly #names = new Uint32Array(2 * DEEPEST);

  /**
   * @param bytes the document, UTF-8
   * @param prefix the prefix of the names of GPX elements: `''` or `'gpx:'`
   * @param columns the columns to which the points are added
   * @param momentMs reads a time that is not in the usual form: Unix milliseconds, or NaN for what is none
   */
  constructor(
    bytes: Buffer,
    prefix: string,
    columns: GpxColumns,
    readonly momentMs: (text: string) => number,
  ) {
    this.#bytes = bytes;
    this.#columns = columns;
    this.#values = new GpxValues(bytes);
    this.#open = Buffer.from(`<${prefix}trkpt`);
    this.#close = Buffer.from(`</${prefix}trkpt>`);
    this.#ele = Buffer.from(`${prefix}ele>`);
    this.#time = Buffer.from(`${prefix}time>`);
    this.#extensions = Buffer.from(`${prefix}extensions>`);
    this.#speed = Buffer.from(`${prefix}speed>`);
  }

  /**
   * Reads points from `from`, which must be between the children of a `trkseg`.
   * @returns the position at which it stopped, again between children; `from` if it read nothing
   * @throws TooManyPoints
   */
  read(from: number): number {
    let at = from;
    for (;;) {
      const next = this.#point(at);
      if (next < 0) return at;
      at = next;
    }
  }

  /** Reads one point. Returns the position of its end, or -1 if it is not a simple one. */
  #point(from: number): number {
    const bytes = this.#bytes;
    const values = this.#values;
    this.#columns.sensors.drop();
    let at = from;
    while (isSpace(bytes[at])) at++;
    if (!hasAt(bytes, at, this.#open)) return -1;
    at += this.#open.length;
    let lat = Number.NaN;
    let lon = Number.NaN;
    for (;;) {
      if (bytes[at] === GREATER) break;
      if (!isSpace(bytes[at])) return -1;
      do at++;
      while (isSpace(bytes[at]));
      if (bytes[at] === GREATER) break;
      if (bytes[at] !== LETTER_L || bytes[at + 3] !== EQUALS) return -1;
      const quote = bytes[at + 4];
      if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return -1;
      values.at = at + 5;
      const value = values.decimal();
      if (bytes[at + 1] === LETTER_A && bytes[at + 2] === LETTER_T) {
        if (lat === lat || !(value >= -90 && value <= 90)) return -1;
        lat = value;
      } else if (bytes[at + 1] === LETTER_O && bytes[at + 2] === LETTER_N) {
        if (lon === lon || !(value >= -180 && value <= 180)) return -1;
        lon = value;
      } else {
        return -1;
      }
      at = values.at;
      if (bytes[at] !== quote) return -1;
      at++;
    }
    if (lat !== lat || lon !== lon) return -1;
    at++;
    let ele = Number.NaN;
    let time = Number.NaN;
    for (;;) {
      while (isSpace(bytes[at])) at++;
      if (bytes[at] !== LESS) return -1;
      if (bytes[at + 1] === SLASH) {
        if (!hasAt(bytes, at, this.#close)) return -1;
        this.#columns.add(lat, lon, ele, time);
        return at + this.#close.length;
      }
      if (hasAt(bytes, at + 1, this.#ele)) {
        values.at = at + 1 + this.#ele.length;
        ele = values.decimal();
        if (ele !== ele) return -1;
        at = this.#closed(values.at, this.#ele);
      } else if (hasAt(bytes, at + 1, this.#time)) {
        values.at = at + 1 + this.#time.length;
        time = values.time();
        if (time !== time) time = this.#otherTime(at + 1 + this.#time.length);
        if (time !== time) return -1;
        at = this.#closed(values.at, this.#time);
      } else {
        at = this.#skip(at);
      }
      if (at < 0) return -1;
    }
  }

  /**
   * Reads a time in a form that GpxValues does not read, and sets `at` of the values to its end. Returns NaN if it is
   * not a time.
   */
  #otherTime(from: number): number {
    const bytes = this.#bytes;
    let end = from;
    while ((bytes[end] ?? 0) >= SPACE && (bytes[end] ?? 0) < 0x7f && bytes[end] !== LESS && end - from < LONGEST_TIME)
      end++;
    this.#values.at = end;
    return bytes[end] === LESS ? this.momentMs(String.fromCharCode(...bytes.subarray(from, end))) : Number.NaN;
  }

  /** The position after `</name>` at `at`, where `name` includes its `>`, or -1 if there is something else. */
  #closed(at: number, name: Uint8Array): number {
    if (this.#bytes[at] !== LESS || this.#bytes[at + 1] !== SLASH || !hasAt(this.#bytes, at + 2, name)) return -1;
    return at + 2 + name.length;
  }

  /**
   * The position after the element that begins at `at`, with its content, or -1 if it is not simple. Values of sensors
   * are noted if it is `extensions`, or the `speed` of GPX 1.0.
   */
  #skip(from: number): number {
    const bytes = this.#bytes;
    const mayMeasure = hasAt(bytes, from + 1, this.#extensions) || hasAt(bytes, from + 1, this.#speed);
    const names = this.#names;
    let depth = 0;
    let at = from;
    for (;;) {
      // at a `<`
      let start = at + 1;
      if (bytes[start] === SLASH) {
        start++;
        const opened = names[2 * depth - 2] as number;
        const length = (names[2 * depth - 1] as number) - opened;
        for (let i = 0; i < length; i++) {
          if (bytes[start + i] !== bytes[opened + i]) return -1;
        }
        at = start + length;
        if (bytes[at] !== GREATER) return -1;
        at++;
        if (--depth === 0) return at;
      } else {
        if (depth === DEEPEST || NAME_START[bytes[start] ?? 0] !== 1) return -1;
        at = start + 1;
        while (NAME[bytes[at] ?? 0] === 1) at++;
        if (bytes[at] === SLASH) {
          if (bytes[at + 1] !== GREATER) return -1;
          at += 2;
          if (depth === 0) return at;
        } else {
          if (bytes[at] !== GREATER) return -1;
          names[2 * depth] = start;
          names[2 * depth + 1] = at;
          depth++;
          at++;
          if (mayMeasure) at = this.#measured(start, at);
          if (at < 0) return -1;
        }
      }
      for (; ; at++) {
        const code = bytes[at];
        if (code === LESS) break;
        if (code === AMPERSAND || code === CLOSE_BRACKET || code === undefined || code > 0x7e) return -1;
        if (code < SPACE && !isSpace(code)) return -1;
      }
    }
  }

  /**
   * Notes the value of an element whose start tag, with the name from `start`, ends at `from`, if it belongs to a sensor.
   * Returns the position after the value, `from` for other elements, or -1 if the value is not simple.
   */
  #measured(start: number, from: number): number {
    const bytes = this.#bytes;
    const end = from - 1;
    let local = start;
    while (local < end && bytes[local] !== COLON) local++;
    const sensor = sensorOfBytes(bytes, local < end ? local + 1 : start, end);
    if (sensor < 0) return from;
    const values = this.#values;
    values.at = from;
    while (isSpace(bytes[values.at])) values.at++;
    const value = values.decimal();
    if (value !== value) return -1;
    let at = values.at;
    while (isSpace(bytes[at])) at++;
    if (bytes[at] !== LESS || bytes[at + 1] !== SLASH) return -1;
    this.#columns.sensors.note(sensor, value);
    return at;
  }
}
