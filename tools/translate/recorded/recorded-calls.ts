import type { IncomingMessage } from 'node:http';
import { Failure } from '../../../src/errors.ts';
import { senderOf } from '@runners/limits';
import type { Difference } from '../comparison/compare-trees.ts';
import { tooLongToCompare } from '../comparison/tree.ts';
import { labelOf } from '../../../rest-compat/row-documents.ts';
import { NotCompared, twinOf } from '../compare.ts';
import { isExchange } from '../exchange.ts';
import type { Recorded } from '../exchange.ts';
import { whyNotRun } from '../migrate-calls.ts';
import type { Migration } from '../migrate-calls.ts';
import { UnreadableCall } from '../rest-call.ts';
import type { ReadCall } from '../translator.ts';
import { judgeRecorded } from './judge-recorded.ts';
import type { GivenAnswer } from './judge-recorded.ts';

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
  /** Those of the fields of the row that the recorded answer has, as `RowTranslation.fields` names them. */
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
  const { migration, request, authorization, viewerId } = judge;
  try {
    const read = await migration.translator.read(recorded.call, viewerId ?? 0);
    const translation = migration.translator.translate(read);
    const { row, variables, notes } = translation;
    const { headers, body } = recorded.answer;
    const tooLong = tooLongToCompare(headers['content-type'], body?.length ?? 0);
    const known = { source, row, variables, differences: [], sent: [] };
    if (tooLong) return { ...known, verdict: 'translated', reason: `The recorded answer is ${tooLong}` };
    const { method } = recorded.call;
    const given = authorization === null ? (notes[0] ?? null) : await givenBy(judge, authorization, read, method);
    const answer = typeof given === 'string' ? null : given;
    const { sent, differences } = await judgeRecorded(
      recorded,
      answer,
      translation,
      method !== 'GET' && method !== 'HEAD',
      senderOf(request),
    );
    if (!answer)
      return { ...known, sent, verdict: 'translated', ...(typeof given === 'string' ? { reason: given } : {}) };
    const shown = differences
      .slice(0, shownDifferences)
      .map((one) => ({ path: one.path, recorded: one.recorded, answered: one.answered }));
    return { ...known, sent, verdict: differences.length === 0 ? 'equal' : 'different', differences: shown };
  } catch (error) {
    if (error instanceof UnreadableCall) return without('not ours', error.message);
    if (error instanceof Failure) return without('translated', error.message);
    throw error;
  }
}

/** The answer that the row makes of the answer of GraphQL, or why there is none. */
async function givenBy(
  { migration, request, viewerId }: Judge,
  authorization: string,
  read: ReadCall,
  method: string,
): Promise<GivenAnswer | string> {
  const reason = whyNotRun(viewerId, labelOf(read.row), read.format === 'gpx');
  if (reason !== null) return reason;
  const from = Date.now();
  const send = migration.sender(request, authorization);
  try {
    const { answer } = await twinOf(migration.schema, send, read, migration.publicUrl);
    const headers = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]);
    const body = method === 'HEAD' ? '' : answer.body;
    return { status: answer.status, headers: Object.fromEntries(headers), body, from, at: Date.now() };
  } catch (error) {
    if (error instanceof NotCompared) return error.message;
    throw error;
  }
}
