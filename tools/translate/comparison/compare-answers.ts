import type { ProvedAnswer } from '../exchange.ts';
import { compareTrees } from './compare-trees.ts';
import type { Difference, NodeLocation } from './compare-trees.ts';
import type { IdOf } from './pair-items.ts';
import { kindOfField } from './pairs.ts';
import type { Pairs } from './pairs.ts';
import { formatOfType, treeOf } from './tree.ts';
import type { BodyFormat, Leaf, Tree } from './tree.ts';

/** When the recording and its replay began, and when the two answers were given, in milliseconds since 1970; null: not known. */
export interface Moments {
  recorded: { from: number; at: number } | null;
  answered: { from: number; at: number };
}

/** What two answers are compared with. */
export interface Comparing {
  pairs: Pairs;
  moments: Moments;
  /** Counts a rule that made two values equal which are written differently. */
  ruled(rule: Ruling): void;
  /** Whether the answer is to a sign-in, which has a new name and key. */
  signsIn: boolean;
  /** Takes away what is not compared. By default, all is. */
  prepare?(recorded: Tree, answered: Tree): [Tree, Tree];
}

/** The rules by which values that are written differently say the same. */
export const rulings = {
  ids: 'Both are the id of the same thing, which was created anew.',
  hosts: 'Both are the URI of the same thing, at different hosts, or with its parameters in another order.',
  moments: 'Both are a moment of the run, in the same form.',
  files: 'Both are the address of the same file, which is signed or stored elsewhere.',
  keys: 'Both are a name or key that a sign-in has made.',
  numbers: 'Both are the same number of a GPX file, in which 47 and 47.0 are the same.',
} as const;
export type Ruling = keyof typeof rulings;

/** The headers that apps read. Content-Type is compared by its meaning. */
const compared = ['content-type', 'location', 'allow', 'www-authenticate', 'retry-after'] as const;

/** The differences of two answers. */
export function differencesOf(recorded: ProvedAnswer, answered: ProvedAnswer, comparing: Comparing): Difference[] {
  const differences: Difference[] = [];
  if (recorded.status !== answered.status)
    differences.push({
      at: 'status',
      path: 'status',
      what: 'value',
      recorded: String(recorded.status),
      answered: String(answered.status),
    });
  for (const name of compared) {
    const [one, other] = [headerOf(recorded, name), headerOf(answered, name)];
    if (one === other) continue;
    if (name === 'location' && one && other && sameLocation(one, other, comparing)) continue;
    if (name === 'retry-after' && one && other) continue;
    const what = other === undefined ? 'missing' : one === undefined ? 'added' : 'value';
    const at = `header ${name}`;
    differences.push({ at, path: at, what, recorded: one ?? 'nothing', answered: other ?? 'nothing' });
  }
  // Texts of different failures say nothing about each other.
  if (recorded.body !== null && answered.body !== null && recorded.status === answered.status)
    differences.push(...bodyDifferences(recorded as Kept, answered as Kept, comparing));
  return differences;
}

type Kept = ProvedAnswer & { body: Buffer };

function headerOf({ headers, body }: ProvedAnswer, name: string): string | undefined {
  const value = headers[name];
  if (name !== 'content-type') return value;
  // Some frameworks name the type of an empty body.
  if (body?.length === 0) return undefined;
  // UTF-8 is what is meant without a charset.
  return value
    ?.toLowerCase()
    .replaceAll(/[\s"]/g, '')
    .replace(/;charset=utf-?8(?=;|$)/, '');
}

function sameLocation(one: string, other: string, { pairs, ruled }: Comparing): boolean {
  const isSame = pairs.matchUris(one, other) === true;
  if (isSame) ruled('hosts');
  return isSame;
}

function* bodyDifferences(recorded: Kept, answered: Kept, comparing: Comparing): Generator<Difference> {
  if (recorded.body.length === 0 || answered.body.length === 0) {
    if (recorded.body.length === answered.body.length) return;
    const what = answered.body.length === 0 ? 'missing' : 'added';
    const shown = ({ body }: Kept) => (body.length === 0 ? 'nothing' : `${body.length} bytes`);
    yield { at: 'body', path: 'body', what, recorded: shown(recorded), answered: shown(answered) };
    return;
  }
  const format = formatOfType(recorded.headers['content-type']);
  // The header says that already.
  if (format !== formatOfType(answered.headers['content-type'])) return;
  let [one, other] = [read(format, recorded.body), read(format, answered.body)];
  if (typeof one === 'string' || typeof other === 'string') {
    const said = (tree: Tree | string) => (typeof tree === 'string' ? tree : 'can be read');
    if (recorded.body.equals(answered.body)) return;
    yield { at: 'body', path: 'body', what: 'unreadable', recorded: said(one), answered: said(other) };
    return;
  }
  if (comparing.prepare) [one, other] = comparing.prepare(one, other);
  const location: NodeLocation = { at: 'body', path: 'body', key: '', uris: [null, null] };
  yield* compareTrees(one, other, location, {
    same(left, right, at) {
      if (sameLeaf(left, right, at, comparing)) return true;
      const isSame = format === 'gpx' && decimal.test(left.text) && Number(left.text) === Number(right.text);
      if (isSame) comparing.ruled('numbers');
      return isSame;
    },
    idsAt:
      ({ key, uris }) =>
      (item, isRecorded) =>
        idOf(item, isRecorded, key, uris[0], comparing.pairs),
  });
}

/** What an item of a list is: a record by its id, and a value by itself. */
function idOf(item: Tree, isRecorded: boolean, key: string, around: string | null, pairs: Pairs): ReturnType<IdOf> {
  if (item.kind === 'list') return null;
  const leaf = item.kind === 'map' ? item.fields.get('id') : item;
  if (leaf?.kind !== 'integer' && leaf?.kind !== 'text') return null;
  const uri = item.kind === 'map' ? item.fields.get('resource_uri') : undefined;
  const kind =
    uri?.kind === 'text' ? kindOfField('id', uri.text) : item.kind === 'map' ? null : kindOfField(key, around);
  if (kind === null || !isRecorded) return { id: leaf.text, mayBeNew: item.kind !== 'map' };
  const isNew = pairs.mayBegin && !pairs.knows(kind, leaf.text);
  return { id: pairs.of(kind, leaf.text), mayBeNew: isNew || item.kind !== 'map' };
}

function read(format: BodyFormat, body: Buffer): Tree | string {
  try {
    return treeOf(format, body);
  } catch (error) {
    return (error as Error).message.slice(0, 100);
  }
}

const decimal = /^-?\d+(?:\.\d+)?$/;
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?$/;
const address = /^https?:\/\/[^\s]+$/;
/** Fields with the address of a file. Pictures name their sizes. */
const fileField = /url$|^(?:thumbnail|feed|detail|original)$/;
/** Milliseconds by which the clocks of two machines may differ. */
const skew = 120_000;

/** Whether two values of the same type say the same. */
function sameLeaf(one: Leaf, other: Leaf, { key, uris }: NodeLocation, comparing: Comparing): boolean {
  const { pairs, ruled } = comparing;
  const by = (rule: Ruling, isSame: boolean) => {
    if (isSame && one.text !== other.text) ruled(rule);
    return isSame;
  };
  if (comparing.signsIn && (key === 'api_key' || key === 'username'))
    return by('keys', other.text !== '' && pairs.standsFor(key, one.text, other.text));
  if (one.kind === 'integer') {
    const kind = kindOfField(key, uris[0]);
    if (kind !== null) return by('ids', pairs.match(kind, one.text, other.text));
  }
  if (one.kind === 'text') {
    const named = pairs.matchUris(one.text, other.text);
    if (named !== null) return by(/^\/[^?]*$/.test(one.text) ? 'ids' : 'hosts', named);
    if (one.text === other.text) return true;
    if (moment.test(one.text)) return by('moments', sameMoment(one.text, other.text, comparing));
    if (address.test(one.text) && address.test(other.text) && fileField.test(key))
      return by('files', pairs.standsFor('file', withoutQuery(one.text), withoutQuery(other.text)));
  }
  return one.text === other.text;
}

const withoutQuery = (url: string) => url.split('?', 1)[0]!;

/** Whether two moments have the same form, and both are of the run. */
function sameMoment(one: string, other: string, { pairs, moments: { recorded, answered } }: Comparing): boolean {
  const form = (text: string) => text.replaceAll(/\d/g, '0');
  if (form(one) !== form(other) || !recorded) return false;
  const within = (text: string, { from, at }: { from: number; at: number }) => {
    const ms = Date.parse(/Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
    return ms >= from - skew && ms <= at + skew;
  };
  return pairs.mayBegin && within(one, recorded) && within(other, answered);
}
