import { MalformedRecording } from '../gpx/malformed-recording.ts';
import { baseTypes, fitMessages, nativeNames } from './profile.ts';
import type { Field, FitMessageName, FitValues } from './profile.ts';

/** What is done with the messages of a file, by their names. Messages without an entry are passed over. */
export type FitHandlers = { [Name in FitMessageName]?: (values: FitValues<Name>) => void };

/** A field that is read: where it stands in the message, and what its value is. */
interface ReadField {
  name: string;
  at: number;
  read: (view: DataView, at: number, isLittle: boolean) => number;
  invalid: number;
  scale: number;
  offset: number;
  /** Whether it only counts where the message has no other value of this name. */
  isSpare: boolean;
}

/** What a definition says of the messages that follow under its number. */
interface Definition {
  bytes: number;
  isLittle: boolean;
  handler: ((values: never) => void) | undefined;
  fields: ReadField[];
  values: Record<string, number>;
  /** Where the time stands, which compressed ones refer to; -1 without one. */
  timeAt: number;
}

/** The largest number of chained files, and of definitions in one. Devices write a few of them. */
const MOST_FILES = 100;
const MOST_DEFINITIONS = 100_000;
const DEFINITION = 0x40;
const DEVELOPER = 0x20;
const COMPRESSED = 0x80;
const TIME_FIELD = 253;
const TIME_TYPE = 0x86;
/** The messages that are read by their numbers, with the name and the form of each of their fields by its number. */
const byNumber: ReadonlyMap<
  number,
  { name: FitMessageName; fields: ReadonlyMap<number, [name: string, form: Field]> }
> = new Map(
  Object.entries(fitMessages).map(([name, { number, fields }]) => [
    number,
    {
      name: name as FitMessageName,
      fields: new Map(Object.entries(fields).map(([field, form]) => [form[0], [field, form]])),
    },
  ]),
);

/** Whether a file begins as one of FIT does. */
export function isFit(bytes: Buffer): boolean {
  return bytes.length >= 12 && bytes[0]! >= 12 && bytes.toString('latin1', 8, 12) === '.FIT';
}

/**
 * Splits bytes into the chained files of which they consist. The last one may be cut off, or not say how long it is.
 * @throws MalformedRecording when they do not begin with a file
 */
export function fitFiles(bytes: Buffer): Buffer[] {
  if (!isFit(bytes)) throw new MalformedRecording('the file does not begin as a FIT file does');
  const files: Buffer[] = [];
  for (let at = 0; isFit(bytes.subarray(at, at + 12));) {
    const header = bytes[at]!;
    const length = bytes.readUInt32LE(at + 4);
    if (files.length === MOST_FILES) throw new MalformedRecording(`there are more than ${MOST_FILES} files in one`);
    const end = length === 0 ? bytes.length : Math.min(bytes.length, at + header + length);
    files.push(bytes.subarray(at + header, end));
    at = end + 2;
  }
  return files;
}

/**
 * Reads the messages of one file of `fitFiles`, in their order. It ends where the file is cut off, or where what follows is no message,
 * because what a watch wrote before its battery was empty is worth keeping. Checksums are not compared for the same reason.
 */
export function readFitMessages(file: Buffer, handlers: FitHandlers): void {
  new FitReading(file, handlers).read();
}

/** A file that is being read. */
class FitReading {
  readonly #view: DataView;
  readonly #definitions: (Definition | undefined)[] = [];
  /** The fields of other makers that stand for one of ours: its name and base type, by the numbers of maker and field. */
  readonly #developer = new Map<number, { name: string; type: number }>();
  /** The latest time, to which compressed ones refer. */
  #time = NaN;
  #definitionsRead = 0;

  constructor(
    readonly bytes: Buffer,
    readonly handlers: FitHandlers,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  read(): void {
    for (let at = 0; at >= 0 && at < this.bytes.length;) {
      const header = this.bytes[at]!;
      if ((header & COMPRESSED) !== 0) at = this.#message(at + 1, (header >> 5) & 3, header & 0x1f);
      else if ((header & DEFINITION) !== 0) at = this.#define(at, header);
      else at = this.#message(at + 1, header & 0xf, null);
    }
  }

  /** Reads a definition. Returns where it ends, or -1 where the file is cut off. */
  #define(start: number, header: number): number {
    const { bytes } = this;
    if (start + 6 > bytes.length) return -1;
    if (++this.#definitionsRead > MOST_DEFINITIONS)
      throw new MalformedRecording(`there are more than ${MOST_DEFINITIONS} definitions of messages`);
    const isLittle = bytes[start + 2] === 0;
    const number = this.#view.getUint16(start + 3, isLittle);
    const known = byNumber.get(number);
    const definition: Definition = {
      bytes: 0,
      isLittle,
      handler: known && this.#handlerOf(known.name),
      fields: [],
      values: {},
      timeAt: -1,
    };
    if (definition.handler) for (const [field] of known?.fields.values() ?? []) definition.values[field] = NaN;
    let at = start + 6;
    for (let left = bytes[start + 5]!; left > 0; left--, at += 3) {
      if (at + 3 > bytes.length) return -1;
      const [id, size, type] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
      if (id === TIME_FIELD && size === 4 && type === TIME_TYPE) definition.timeAt = definition.bytes;
      const entry = definition.handler && known?.fields.get(id);
      if (entry) this.#addField(definition, entry[0], size, type, entry[1]);
      definition.bytes += size;
    }
    if ((header & DEVELOPER) !== 0) {
      if (at >= bytes.length) return -1;
      for (let left = bytes[at++]!; left > 0; left--, at += 3) {
        if (at + 3 > bytes.length) return -1;
        const meant = known?.name === 'record' && this.#developer.get(bytes[at + 2]! * 256 + bytes[at]!);
        if (meant) this.#addField(definition, meant.name, bytes[at + 1]!, meant.type, [0], true);
        definition.bytes += bytes[at + 1]!;
      }
    }
    this.#definitions[header & 0xf] = definition;
    return at;
  }

  #handlerOf(name: FitMessageName): Definition['handler'] {
    if (name !== 'developerField') return this.handlers[name];
    return ({ developer, field, baseType, nativeField }: FitValues<'developerField'>) => {
      const meant = nativeNames.get(nativeField);
      // Messages name both in a byte, whatever is defined.
      if (meant && developer < 256 && field < 256)
        this.#developer.set(developer * 256 + field, { name: meant, type: baseType });
    };
  }

  /** A field whose size is not that of its type is passed over; of a list of values, the first one is read. */
  #addField(
    { fields, bytes }: Definition,
    name: string,
    size: number,
    type: number,
    [, scale = 1, offset = 0]: readonly [number, number?, number?],
    isSpare = false,
  ): void {
    const base = baseTypes[type & 0x1f];
    if (base && size >= base.bytes)
      fields.push({ name, at: bytes, read: base.read, invalid: base.invalid, scale, offset, isSpare });
  }

  /**
   * Reads a message. Returns where it ends, or -1 where the file is cut off or the message was not defined.
   * @param seconds the last five bits of its time, if it is compressed
   */
  #message(start: number, local: number, seconds: number | null): number {
    const definition = this.#definitions[local];
    if (!definition || start + definition.bytes > this.bytes.length) return -1;
    const { fields, values, isLittle, timeAt, handler } = definition;
    if (seconds !== null) this.#time += (seconds - (this.#time & 0x1f)) & 0x1f;
    else if (timeAt >= 0) this.#time = this.#view.getUint32(start + timeAt, isLittle);
    if (handler) {
      for (const { name } of fields) values[name] = NaN;
      for (const { name, at, read, invalid, scale, offset, isSpare } of fields) {
        if (isSpare && !Number.isNaN(values[name]!)) continue;
        const value = read(this.#view, start + at, isLittle);
        values[name] = value === invalid ? NaN : value / scale - offset;
      }
      if (seconds !== null) values['time'] = this.#time;
      (handler as (values: Record<string, number>) => void)(values);
    }
    return start + definition.bytes;
  }
}
