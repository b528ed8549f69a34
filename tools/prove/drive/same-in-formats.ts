import type { ProvedAnswer } from '../../translate/exchange.ts';
import { mediaType } from '../../../rest-compat/formats/formats.ts';
import { treeOf } from '../../translate/comparison/tree.ts';
import type { Tree } from '../../translate/comparison/tree.ts';

type Answered = ProvedAnswer & { body: Buffer };

/** Whether an answer in another format says the same as one in JSON. Returns what differs, or null. */
export function sameInFormats(json: Answered, other: Answered, format: 'json' | 'xml' | 'yaml'): string | null {
  if (json.status !== other.status) return `it answered ${other.status}, and ${json.status} in JSON`;
  const type = other.headers['content-type'] ?? '';
  if (type.replaceAll(' ', '').toLowerCase() !== `${mediaType(format)};charset=utf-8`)
    return `its Content-Type is ${type || 'missing'}`;
  let tree = treeOf(format, other.body);
  const expected = treeOf('json', json.body);
  if (format === 'xml' && tree.kind === 'map') [tree] = tree.fields.values() as unknown as [Tree];
  return (
    differing(expected, tree, 'the body') ?? (format === 'xml' ? otherTypes(expected, other.body.toString()) : null)
  );
}

/** Whether XML has the types that its values have in JSON, and writes them as old apps read them. Returns what differs, or null. */
function otherTypes(json: Tree, xml: string): string | null {
  const expected: Record<string, number> = {};
  const count = (tree: Tree, place: 'root' | 'field' | 'item') => {
    if (tree.kind === 'map') for (const value of tree.fields.values()) count(value, 'field');
    if (tree.kind === 'list') for (const item of tree.items) count(item, 'item');
    // Records have no type, and neither have a list and a mapping at the root.
    const isTyped = tree.kind === 'map' ? place !== 'root' && !tree.fields.has('resource_uri') : true;
    if (tree.kind === 'text' || !isTyped || (tree.kind === 'list' && place !== 'field')) return;
    const isNumber = tree.kind === 'integer' || tree.kind === 'float';
    const type = isNumber ? 'number' : tree.kind === 'map' ? 'hash' : tree.kind;
    expected[type] = (expected[type] ?? 0) + 1;
  };
  count(json, 'root');
  const found = Object.groupBy(xml.matchAll(/<[\w-]+ type="(\w+)"/g), ([, type = '']) =>
    type === 'integer' || type === 'float' ? 'number' : type,
  );
  for (const type of ['list', 'hash', 'number', 'boolean', 'null'])
    if ((found[type]?.length ?? 0) !== (expected[type] ?? 0))
      return `it has ${found[type]?.length ?? 0} times the type of a ${type} instead of ${expected[type] ?? 0} times`;
  const [bad] = /<[\w-]+ type="(?:boolean">(?!True<|False<)|float">-?\d+<|null"[^/])[^<]*/.exec(xml) ?? [];
  if (bad !== undefined) return `it has ${bad}`;
  return xml.startsWith("<?xml version='1.0' encoding='utf-8'?>\n") ? null : `it begins with ${xml.slice(0, 50)}`;
}

function differing(one: Tree, other: Tree, at: string): string | null {
  if (one.kind === 'list') {
    const items = itemsOf(other);
    if (!items || items.length !== one.items.length) return `${at} has another number of items`;
    for (const [i, item] of one.items.entries()) {
      const fault = differing(item, items[i]!, `${at}[${i}]`);
      if (fault !== null) return fault;
    }
    return null;
  }
  if (one.kind === 'map') {
    const fields = other.kind === 'map' ? other.fields : new Map<string, Tree>();
    if (fields.size !== one.fields.size) return `${at} has other fields`;
    for (const [key, value] of one.fields) {
      const found = fields.get(key);
      const fault = found ? differing(value, found, `${at}.${key}`) : `${at}.${key} is missing`;
      if (fault !== null) return fault;
    }
    return null;
  }
  const isNumber = one.kind === 'integer' || one.kind === 'float';
  if (other.kind === 'map' || other.kind === 'list') return `${at} is a ${other.kind}`;
  const isKind = isNumber ? other.kind === 'integer' || other.kind === 'float' : other.kind === one.kind;
  const isSame = isNumber ? Number(one.text) === Number(other.text) : plain(one) === plain(other);
  return isKind && isSame
    ? null
    : `${at} is ${other.kind} ${other.text.slice(0, 60)}, and ${one.text.slice(0, 60)} in JSON`;
}

/** Signatures of addresses may be made anew, and links to other pages keep the format that was asked for. */
const plain = ({ kind, text }: { kind: string; text: string }) => {
  if (kind === 'null') return '';
  if (kind === 'boolean') return text.toLowerCase();
  return text.replace(/^(https?:[^?]*)\?.*/s, '$1').replace(/^(\/api\/v1\/.*)[?&]format=\w+/, '$1');
};

/** The items of a list. XML has no type at its root, so that lists of one and none look like others. */
function itemsOf(tree: Tree): readonly Tree[] | null {
  if (tree.kind === 'list') return tree.items;
  if (tree.kind === 'map')
    return tree.fields.size === 1
      ? [...tree.fields.values()].flatMap((one) => (one.kind === 'list' ? one.items : [one]))
      : null;
  return tree.text.trim() === '' ? [] : null;
}
