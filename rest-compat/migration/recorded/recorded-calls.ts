import type { IncomingMessage } from 'node:http';
import { Failure } from '../../../src/errors.ts';
import { differencesOf } from '../comparison/compare-answers.ts';
import type { Difference } from '../comparison/compare-trees.ts';
import { Pairs } from '../comparison/pairs.ts';
import { formatOfType, tooLongToCompare, treeOf } from '../comparison/tree.ts';
import type { Tree } from '../comparison/tree.ts';
import { labelOf } from '../../row-documents.ts';
import { twinOf } from '../compare.ts';
import type { Send } from '../compare.ts';
import { isExchange } from '../exchange.ts';
import type { Exchange, Recorded } from '../exchange.ts';
import { whyNotRun } from '../migrate-calls.ts';
import type { Migration } from '../migrate-calls.ts';
import { UnreadableCall } from '../rest-call.ts';
import type { ReadCall } from '../translate.ts';

/** The largest number of differences of a call that are shown. */
const shownDifferences = 20;

/** What came of a recorded call. */
export interface JudgedCall {
  source: string;
  /** The label of its row, or null for a call that is not of the interface. */
  row: string | null;
  /** Whether the recorded answer can be made of the answer of GraphQL; `translated` if that was not tried. */
  verdict: 'equal' | 'different' | 'translated' | 'not ours';
  /** Why it was not tried, or is not of the interface. */
  reason?: string;
  variables?: Record<string, unknown>;
  differences: Pick<Difference, 'path' | 'recorded' | 'answered'>[];
  /** The fields that the recorded answer has, as `RowTranslation.fields` names them. */
  sent: string[];
}

/** Who judges recorded calls: with a key, their documents are run, and what they write is undone. */
export interface Judge {
  migration: Migration;
  request: IncomingMessage;
  authorization: string | null;
  /** The id of the user whom the key signs in; null if it signs in nobody. */
  viewerId: number | null;
}

/** Says what a recorded call becomes, and whether GraphQL has its recorded answer. */
export async function judgedCall(judge: Judge, recorded: Recorded): Promise<JudgedCall> {
  const { source } = recorded;
  const without = (verdict: JudgedCall['verdict'], reason: string): JudgedCall => {
    return { source, row: null, verdict, reason, differences: [], sent: [] };
  };
  if (!isExchange(recorded)) return without('not ours', recorded.why);
  const { migration, authorization, viewerId } = judge;
  try {
    const read = await migration.translator.read(recorded.call, viewerId ?? 0);
    const { row, variables, notes } = migration.translator.translate(read);
    const { headers, body } = recorded.answer;
    const tooLong = tooLongToCompare(headers['content-type'], body?.length ?? 0);
    const known = { source, row, variables, differences: [], sent: tooLong ? [] : fieldsSent(recorded) };
    if (tooLong) return { ...known, verdict: 'translated', reason: `The recorded answer is ${tooLong}` };
    const reason = authorization === null ? notes[0] : whyNotRun(viewerId, labelOf(read.row), read.format === 'gpx');
    if (authorization === null || reason !== null)
      return { ...known, verdict: 'translated', ...(reason == null ? {} : { reason }) };
    const differences = await differencesIn(migration, migration.sender(judge.request, authorization), recorded, read);
    const shown = differences
      .slice(0, shownDifferences)
      .map((one) => ({ path: one.path, recorded: one.recorded, answered: one.answered }));
    return { ...known, verdict: differences.length === 0 ? 'equal' : 'different', differences: shown };
  } catch (error) {
    if (error instanceof UnreadableCall) return without('not ours', error.message);
    if (error instanceof Failure) return without('translated', error.message);
    throw error;
  }
}

/** The differences of the recorded answer and the one that the row makes of the answer of GraphQL, by their meaning. */
async function differencesIn(
  migration: Migration,
  send: Send,
  exchange: Exchange,
  read: ReadCall,
): Promise<Difference[]> {
  const from = Date.now();
  const { answer } = await twinOf(migration.schema, send, read, migration.publicUrl);
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const { method } = exchange.call;
  const isRead = method === 'GET' || method === 'HEAD';
  const body = method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(answer.body);
  const pairs = new Pairs();
  // What a write creates has a new id each time.
  pairs.mayBegin = !isRead;
  const { at } = exchange;
  const moments = { recorded: at === null ? null : { from: at, at }, answered: { from, at: Date.now() } };
  const comparing = { pairs, moments, ruled() {}, signsIn: labelOf(read.row).startsWith('POST /account/') };
  return differencesOf(exchange.answer, { status: answer.status, headers, body }, comparing);
}

/** The paths of the fields in a recorded answer, as those of `FieldSource.field`. */
function fieldsSent({ answer: { headers, body } }: Exchange): string[] {
  const found = new Set<string>(headers['location'] === undefined ? [] : ['Location']);
  const visit = (tree: Tree, at: string): void => {
    if (tree.kind === 'list') for (const item of tree.items) visit(item, `${at}[]`);
    else if (tree.kind === 'map')
      for (const [name, each] of tree.fields) visit(each, at === '' ? name : `${at}.${name}`);
    else found.add(at);
  };
  const format = formatOfType(headers['content-type']);
  try {
    if (body && body.length > 0 && (format === 'json' || format === 'yaml')) visit(treeOf(format, body), '');
    else if (body && body.length > 0 && format === 'xml') {
      const tree = treeOf(format, body);
      // The name of the root element is none of a field.
      if (tree.kind === 'map') for (const root of tree.fields.values()) visit(root, '');
    }
  } catch {
    // What cannot be read has no fields.
  }
  return [...found];
}
