import type { ProvedAnswer } from '../../translate/exchange.ts';
import { formatOfType, treeOf } from '../../translate/comparison/tree.ts';
import type { Tree } from '../../translate/comparison/tree.ts';

type Answered = ProvedAnswer & { body: Buffer };

/** Whether an answer in another format says the same as one in JSON. Returns what differs, or null. */
export function sameInFormats(json: Answered, other: Answered): string | null {
  if (json.status !== other.status) return `it answered ${other.status}, and ${json.status} in JSON`;
  const format = formatOfType(other.headers['content-type']);
  if (format === 'none' || format === 'text') return `its Content-Type is ${other.headers['content-type']}`;
  let tree = treeOf(format, other.body);
  if (format === 'xml' && tree.kind === 'map') [tree] = tree.fields.values() as unknown as [Tree];
  return differing(treeOf('json', json.body), tree, 'the body');
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

/** Signatures of addresses may be made anew. */
const plain = ({ kind, text }: { kind: string; text: string }) => {
  if (kind === 'null') return '';
  return kind === 'boolean' ? text.toLowerCase() : text.replace(/^(https?:[^?]*)\?.*/s, '$1');
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
