import type { Track } from '@runners/recordings';

/** The files of a bundle in the order of loading: a record refers to records of files before it, or of its own. */
export const fileNames = [
  'users',
  'friendships',
  'blocks',
  'invitations',
  'workouts',
  'posts',
  'pictures',
  'comments',
  'conversations',
  'messages',
  'routes',
  'events',
  'event_participants',
  'sponsors',
  'stats',
] as const;

export type FileName = (typeof fileNames)[number];

/** The form that a text has, in which it is read and beyond which it is noted. */
export type TextForm = 'address' | 'username' | 'password' | 'key' | 'sha256' | 'polyline' | 'zone';

/** How a value is written, and read. */
type Shape =
  /** An id that is not looked up: that of the record itself, or of a record that comes later. */
  | { readonly kind: 'id' }
  /** The id of a record, or its URI. */
  | { readonly kind: 'reference'; readonly to: FileName }
  | { readonly kind: 'text'; readonly form?: TextForm }
  /** A moment is in UTC where it has no offset; a wall clock is in no zone; a date is a day. */
  | { readonly kind: 'moment' | 'wall clock' | 'date' | 'boolean' }
  | { readonly kind: 'number' | 'integer'; readonly least: number; readonly most: number; readonly isCents?: true }
  /** One of the values. Where the choice is open, other texts stay, with a note. */
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly open?: true }
  | { readonly kind: 'list'; readonly of: ValueType }
  | { readonly kind: 'record'; readonly fields: Fields }
  /** The path of a file in the bundle. */
  | { readonly kind: 'file' }
  /** `[[latitude, longitude, elevation, time], …]`, or the route points of the contract. */
  | { readonly kind: 'points' };

declare const carried: unique symbol;

/** A type of values, with the TypeScript type that is made of them. */
export type ValueType<Value = unknown> = Shape & { readonly [carried]?: Value };

/** A field of a record. */
export interface Field<Value = unknown> {
  readonly type: ValueType;
  /** What it means, in a sentence. */
  readonly about: string;
  /** A value of the example line. */
  readonly example: unknown;
  readonly required: boolean;
  /** What is read where it is absent or null. Without it, an absent value is null. */
  readonly fallback?: unknown;
  /** Whether a value, or an item of a list, that cannot be used is left out with a note. Otherwise it is a fault. */
  readonly lenient: boolean;
  /** What is noted where it is absent: the end of a sentence that begins with its name. */
  readonly absent?: string;
  readonly [carried]?: Value;
}

export type Fields = Readonly<Record<string, Field>>;

/** The values of a record, as they are read: none is undefined. */
export type Values<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

/** Whether a value that cannot be used is left out, and what is noted where there is none. */
interface Leniency {
  lenient?: boolean;
  absent?: string;
}

/** A field without which a record is refused. */
export function required<Value>(
  type: ValueType<Value>,
  about: string,
  example: unknown,
  { lenient = false }: Leniency = {},
): Field<Value> {
  return { type, about, example, required: true, lenient };
}

/** A field that is null where it is absent. */
export function optional<Value>(
  type: ValueType<Value>,
  about: string,
  example: unknown,
  { lenient = false }: Leniency = {},
): Field<Value | null> {
  return { type, about, example, required: false, lenient };
}

/** A field that has a default. `fallback` is written as in a bundle. */
export function withDefault<Value>(
  type: ValueType<Value>,
  fallback: unknown,
  about: string,
  example: unknown,
  { lenient = false, absent }: Leniency = {},
): Field<Value> {
  return { type, about, example, required: false, fallback, lenient, ...(absent !== undefined && { absent }) };
}

export const id: ValueType<number> = { kind: 'id' };
export const text: ValueType<string> = { kind: 'text' };
export const moment: ValueType<string> = { kind: 'moment' };
export const wallClock: ValueType<string> = { kind: 'wall clock' };
export const date: ValueType<string> = { kind: 'date' };
export const boolean: ValueType<boolean> = { kind: 'boolean' };
export const file: ValueType<string> = { kind: 'file' };
export const points: ValueType<Track> = { kind: 'points' };

/** The id of a record of another file. */
export function reference(to: FileName): ValueType<number> {
  return { kind: 'reference', to };
}

/** A text that has a form. */
export function formed(form: TextForm): ValueType<string> {
  return { kind: 'text', form };
}

/** A number within bounds. */
export function number(least: number, most: number): ValueType<number> {
  return { kind: 'number', least, most };
}

/** A number within bounds with two decimal places; others are rounded with a note. */
export function cents(least: number, most: number): ValueType<number> {
  return { kind: 'number', least, most, isCents: true };
}

/** A whole number within bounds. */
export function integer(least = -0x8000_0000, most = 0x7fff_ffff): ValueType<number> {
  return { kind: 'integer', least, most };
}

/** One of a few values. */
export function choice<const Value extends string>(values: readonly Value[]): ValueType<Value> {
  return { kind: 'choice', values };
}

/** One of a few values, or another text. */
export function openChoice(values: readonly string[]): ValueType<string> {
  return { kind: 'choice', values, open: true };
}

export function list<Value>(of: ValueType<Value>): ValueType<readonly Value[]> {
  return { kind: 'list', of };
}

/** A record within a record. */
export function record<const Of extends Fields>(fields: Of): ValueType<Values<Of>> {
  return { kind: 'record', fields };
}
