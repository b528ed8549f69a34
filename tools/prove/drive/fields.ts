import { feedMeta, listMeta } from '../../../rest-compat/contract/envelopes.ts';
import { records } from '../../../rest-compat/contract/records.ts';
import type { AnswerBody, Field, Fields, FieldType, Scalar } from '../../../rest-compat/contract/description.ts';
import type { Tree } from '../../translate/comparison/tree.ts';

/** A record in the answer of a row. */
export interface Sample {
  row: string;
  fields: ReadonlyMap<string, Tree>;
}

/** How values of each kind are written. */
const forms: Record<Scalar, [kind: Tree['kind'], form: RegExp]> = {
  integer: ['integer', /^-?\d+$/],
  float: ['float', /^-?\d+(\.\d+)?$/],
  decimal: ['text', /^-?\d+\.\d\d$/],
  boolean: ['boolean', /^(true|false)$/],
  text: ['text', /^/],
  date: ['text', /^\d{4}-\d\d-\d\d$/],
  timestamp: ['text', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/],
  'local time': ['text', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/],
  URI: ['text', /^\/api\/v1\/./],
  URL: ['text', /^(https?:\/\/.+)?$/],
};

/** Notes the records of an answer. */
export function samplesIn(body: AnswerBody, tree: Tree, row: string, found: Map<string, Sample[]>): void {
  if (typeof body === 'string') return;
  if ('record' in body) return sample({ record: body.record }, tree, row, found);
  if ('array' in body) return sample({ list: { record: body.array } }, tree, row, found);
  if ('fields' in body) return inside(body.fields, tree, row, found);
  if (tree.kind !== 'map') return;
  const [list, feed] = 'list' in body ? [body.list, undefined] : [body.feed, body.feed];
  const objects = tree.fields.get('objects');
  if (objects) sample({ list: { record: feed ?? list } }, objects, row, found);
  const meta = tree.fields.get('meta');
  if (meta) inside((feed ? feedMeta : listMeta).fields, meta, row, found);
}

function sample(type: FieldType, tree: Tree, row: string, found: Map<string, Sample[]>): void {
  if (typeof type === 'string') return;
  if ('list' in type) {
    if (tree.kind === 'list') for (const item of tree.items) sample(type.list, item, row, found);
    return;
  }
  if (tree.kind !== 'map') return;
  const known = found.get(type.record) ?? [];
  if (known.length < 100) known.push({ row, fields: tree.fields });
  found.set(type.record, known);
  inside(records[type.record].fields, tree, row, found);
}

function inside(fields: Fields, tree: Tree, row: string, found: Map<string, Sample[]>): void {
  if (tree.kind !== 'map') return;
  for (const [name, { type, orRecord }] of Object.entries(fields)) {
    const value = tree.fields.get(name);
    if (value) sample(orRecord && value.kind === 'map' ? { record: orRecord } : type, value, row, found);
  }
}

/** What is wrong with a field of records, or null. */
export function faultOfField(name: string, field: Field, samples: readonly Sample[]): string | null {
  for (const { row, fields } of samples) {
    const value = fields.get(name);
    const fault = value ? faultOf(field, value) : field.optional ? null : 'it is missing';
    if (fault !== null) return `${row}: ${fault}`;
  }
  return null;
}

function faultOf({ type, nullable, orRecord, values }: Field, value: Tree): string | null {
  if (value.kind === 'null') return nullable ? null : 'it is null';
  if (orRecord && value.kind === 'map') return null;
  if (typeof type !== 'string') {
    if (!('list' in type)) return value.kind === 'map' ? null : `it is a ${value.kind}`;
    if (value.kind !== 'list') return `it is a ${value.kind}`;
    const item: Field = { type: type.list };
    return value.items.map((one) => faultOf(item, one)).find((fault) => fault !== null) ?? null;
  }
  if (value.kind === 'map' || value.kind === 'list') return `it is a ${value.kind}`;
  const [kind, form] = forms[type];
  // JSON does not tell a whole float from an integer.
  const isKind = value.kind === kind || (type === 'float' && value.kind === 'integer');
  if (!isKind || !form.test(value.text)) return `it is the ${value.kind} ${value.text.slice(0, 60)}`;
  return values && !values.includes(value.text) ? `it is ${value.text.slice(0, 60)}` : null;
}
