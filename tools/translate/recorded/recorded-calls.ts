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
import { RefusedCall, UnreadableCall } from '../rest-call.ts';
import type { ReadCall } from '../translator.ts';
import { judgeRecorded } from './judge-recorded.ts';
import type { GivenAnswer } from './judge-recorded.ts';

/** The largest number of differences of a call that are shown. */
const shownDifferences = 20;

/** What a recorded call is judged to be. The page says them as they are. */
export const verdicts = [
  'equal',
  'refused as recorded',
  'same fields, other values',
  'different',
  'translated',
  'not of this interface',
] as const;

/** What came of a recorded call. */
export interface JudgedCall {
  source: string;
  /** The label of its row, or null for a call that is not of the interface. */
  row: string | null;
  /**
   * Whether the recorded answer can be made of the answer of GraphQL, apart from what has happened since (`same fields, other values`);
   * `translated` if that was not tried.
   */
  verdict: (typeof verdicts)[number];
  /** Why it was not tried, is not of the interface, or was refused. */
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
  if (!isExchange(recorded)) return without('not of this interface', recorded.why);
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
    const { sent, differences, lasting } = await judgeRecorded(
      recorded,
      answer,
      translation,
      method !== 'GET' && method !== 'HEAD',
      senderOf(request),
    );
    if (!answer)
      return { ...known, sent, verdict: 'translated', ...(typeof given === 'string' ? { reason: given } : {}) };
    const { status } = recorded.answer;
    if (status === 401 && answer.status < 400)
      return {
        ...known,
        sent,
        verdict: 'translated',
        reason: 'It was recorded with a key that did not sign in. That of this page does.',
      };
    const verdict =
      differences.length === 0
        ? status >= 400
          ? 'refused as recorded'
          : 'equal'
        : lasting.length === 0
          ? 'same fields, other values'
          : 'different';
    // The sentence of a refusal says more than its status.
    const reason = verdict === 'different' && answer.status >= 400 ? refusalIn(answer) : null;
    const shown = (lasting.length > 0 ? lasting : differences)
      .slice(0, shownDifferences)
      .map((one) => ({ path: one.path, recorded: one.recorded, answered: one.answered }));
    return { ...known, sent, verdict, ...(reason === null ? {} : { reason }), differences: shown };
  } catch (error) {
    if (error instanceof RefusedCall) return without(verdictOf(error, recorded.answer.status), error.message);
    if (error instanceof UnreadableCall) return without('not of this interface', error.message);
    if (error instanceof Failure) return without('translated', error.message);
    throw error;
  }
}

/** What a call is that has no document: its status is that of the recording, or it is told apart by what the interface says. */
function verdictOf({ status, what }: RefusedCall, recorded: number): JudgedCall['verdict'] {
  if (what === 'no operation') return 'translated';
  // Without a key, an app is told that first.
  if (status === recorded || recorded === 401) return 'refused as recorded';
  return what === 'no such' ? 'not of this interface' : 'different';
}

/** What a refusal says: a line of text, or a message in JSON (`rest-compat/errors.ts`). */
function refusalIn({ status, body }: GivenAnswer): string {
  let said: unknown = body;
  try {
    const value = JSON.parse(body) as [string, string] | { error: { message: string } };
    said = Array.isArray(value) ? value[1] : value.error.message;
  } catch {
    // It is the sentence itself.
  }
  return `This service answers ${status}${body === '' ? '.' : `: ${String(said).slice(0, 300)}`}`;
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
