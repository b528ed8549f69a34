import type { Field, Fields, FileName, ValueType } from './field.ts';
import { faultOfName, quoted } from '../../../src/platform/archives/file-name.ts';
import { files } from './files.ts';
import { readOldPoints } from './old-points.ts';
import { booleanOf, clockOf, dateOf, idOf, momentOf, numberOf, referredId, wordOf } from './scalars.ts';
import { readOldText } from './text-forms.ts';
import { Unusable } from './unusable.ts';
import { pathOfAddress } from './url-path.ts';

/** What is said about a field: the end of a sentence that begins with its name. */
export interface Finding {
  /** The name of the field, such as `recipients[0].user`; empty for the whole line. */
  field: string;
  sentence: string;
  /** The refused record because of which it is a fault. */
  of?: { file: FileName; id: number };
  /** The kind of the fault with which that one was refused. */
  root?: string;
}

/** Tells what a bundle has besides the record that is read. */
export interface Lookup {
  /** Whether there is a record with this id, or there was one that was refused. */
  stateOf(file: FileName, id: number): 'known' | 'refused' | 'unknown';
  /** Whether the bundle has a file at this path. */
  hasFile(name: string): boolean;
  /** Whose run it is; null where it is not known. */
  ownerOf?(workout: number): number | null;
  /** The line in which two people are friends; null if there is none. */
  friendsIn?(one: number, other: number): number | null;
  /** The id of the last message of a conversation; null where it has none, undefined where that is not known. */
  lastMessageOf?(conversation: number): number | null | undefined;
}

/** What is found while a record is read. */
export interface Reading {
  lookup: Lookup;
  notes: Finding[];
  faults: Finding[];
}

/** So many items of a list are named, and so many notes are made about a record. */
const mostNamed = 10;
const mostNotes = 200;
const isMissing = new Unusable('is required');
const isNoFile = new Unusable('names a file that is not in the bundle');
const isNoList = new Unusable('must be a list');
const isNoRecord = new Unusable('must be a record');

/** Adds a note. Of a record about which there is very much to say, not everything is said. */
export function note(reading: Reading, field: string, sentence: string): void {
  if (reading.notes.length < mostNotes) reading.notes.push({ field, sentence });
}

/** Reads all fields of a record. Where there are faults, it is not complete. */
export function readFields(
  fields: Fields,
  value: Readonly<Record<string, unknown>>,
  prefix: string,
  reading: Reading,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const name in fields) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    read[name] = readField(fields[name]!, given, prefix + name, reading);
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(fields, name))
      note(reading, prefix + name.slice(0, 100), 'is no field of the format; it is ignored');
  return read;
}

/** Reads a field, and says what is wrong with it. */
function readField(field: Field, value: unknown, at: string, reading: Reading): unknown {
  const given = isAbsent(value, field.type) ? undefined : value;
  const read = given === undefined && field.required ? isMissing : undefined;
  const result = read ?? (given === undefined ? null : readValue(field.type, given, at, field.lenient, reading));
  if (!(result instanceof Unusable)) {
    if (result === null && field.absent !== undefined) note(reading, at, field.absent);
    return result ?? fallbackOf(field, at, reading);
  }
  if (field.required || !field.lenient || result.isNeverLeftOut)
    reading.faults.push({ field: at, sentence: result.why, ...(result.of && { of: result.of }) });
  else note(reading, at, `${result.why}; it is left out`);
  return fallbackOf(field, at, reading);
}

/** The default of a field, in the form in which it is read. */
function fallbackOf({ type, fallback }: Field, at: string, reading: Reading): unknown {
  if (fallback === undefined) return null;
  return type.kind === 'record' ? readFields(type.fields, {}, `${at}.`, reading) : fallback;
}

/** Null is absent, and so is an empty text where the value is not a text. */
function isAbsent(value: unknown, { kind }: ValueType): boolean {
  return value === undefined || value === null || (value === '' && kind !== 'text');
}

/** Reads a value that is there. Null: it says that there is nothing. */
function readValue(type: ValueType, value: unknown, at: string, lenient: boolean, reading: Reading): unknown {
  const remark = (sentence: string) => note(reading, at, sentence);
  switch (type.kind) {
    case 'id':
      return idOf(value);
    case 'reference':
      return referred(type.to, value, reading.lookup);
    case 'text':
      return readOldText(value, type.form, remark);
    case 'moment':
      return momentOf(value);
    case 'wall clock':
      return clockOf(value, remark);
    case 'date':
      return dateOf(value);
    case 'boolean':
      return booleanOf(value);
    case 'number':
    case 'integer':
      return numberOf(value, type, remark);
    case 'choice': {
      const text = readOldText(value, undefined, remark);
      return text instanceof Unusable ? text : wordOf(text, type, remark);
    }
    case 'file': {
      const name = readOldText(value, undefined, remark);
      return name instanceof Unusable ? name : fileOf(name, reading.lookup);
    }
    case 'points':
      return readOldPoints(value, remark);
    case 'list':
      return Array.isArray(value) ? readItems(type, value, at, lenient, reading) : isNoList;
    case 'record':
      return isRecord(value) ? readFields(type.fields, value, `${at}.`, reading) : isNoRecord;
  }
}

/** The path of a file that the bundle has, by its path or its address. */
function fileOf(name: string, lookup: Lookup): string | Unusable {
  const path = pathOfAddress(name);
  if (path !== null) return lookup.hasFile(path) ? path : new Unusable(`was not fetched from ${quoted(name)}`);
  const fault = faultOfName(name);
  if (fault !== null) return new Unusable(fault);
  return lookup.hasFile(name) ? name : isNoFile;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function referred(to: FileName, value: unknown, lookup: Lookup): number | Unusable {
  const { resource } = files[to] as { resource?: string };
  const id = referredId(value, resource);
  if (id instanceof Unusable) return id;
  const state = lookup.stateOf(to, id);
  if (state === 'known') return id;
  if (state === 'refused') return new Unusable(`is ${id}, which is refused in ${to}`, { of: { file: to, id } });
  return new Unusable(`is ${id}, which ${to} does not have`);
}

/** Reads the items of a list. Where it is lenient, those that cannot be used are left out, and people are named once. */
function readItems(
  { of }: ValueType & { kind: 'list' },
  values: readonly unknown[],
  at: string,
  lenient: boolean,
  reading: Reading,
): unknown[] {
  const items: unknown[] = [];
  const own: Reading = { lookup: reading.lookup, notes: [], faults: [] };
  let left = 0;
  for (let i = 0; i < values.length; i++) {
    const path = `${at}[${i}]`;
    const value = values[i];
    const item = isAbsent(value, of) ? isMissing : readValue(of, value, path, lenient, own);
    if (item instanceof Unusable) own.faults.push({ field: path, sentence: item.why });
    for (const { field, sentence } of own.notes) note(reading, field, sentence);
    if (own.faults.length === 0) items.push(item);
    else if (++left <= mostNamed && !lenient) reading.faults.push(...own.faults);
    else if (left <= mostNamed)
      for (const { field, sentence } of own.faults) note(reading, field, `${sentence}; it is left out`);
    own.faults = [];
    own.notes = [];
  }
  if (left > mostNamed)
    (lenient ? reading.notes : reading.faults).push({ field: at, sentence: `has more such items, ${left} in all` });
  if (of.kind !== 'reference') return items;
  const once = [...new Set(items)];
  if (once.length < items.length) note(reading, at, 'names somebody twice, which counts once');
  return once;
}
