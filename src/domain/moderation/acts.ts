import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { invalid } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import type { Viewer } from '../process-context.ts';
import type { CaseStatus, ModerationAction, SubjectKind } from './subject.ts';

/** An action of the staff, as it is recorded in the log. */
interface Act {
  /** Null for a suspension that has expired. */
  staffId: number | null;
  action: ModerationAction;
  kind: SubjectKind;
  subjectId: number;
  personId: number;
  note: string;
  /** When a suspension expires. */
  until?: Date | null;
}

const insertAct = statement.write(
  'insert_moderation_act',
  `insert into moderation_act (staff_id, action, kind, subject_id, person_id, note, until)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Records an action in the log, in the transaction of the action. */
export async function recordAct(tx: Queries, act: Act): Promise<void> {
  const { staffId, action, kind, subjectId, personId, note, until = null } = act;
  await tx.all(insertAct, [staffId, action, kind, subjectId, personId, note, until]);
}

/** `$1` is the kind, `$2` the id, and `$3` the status. */
const setStatus = statement.write<{ id: number }>(
  'set_case_status',
  `update moderation_case set status = $3 where kind = $1 and subject_id = $2 returning id`,
);

/** Decides the case of an object, if it was reported. */
export async function decideCase(tx: Queries, kind: SubjectKind, subjectId: number, status: CaseStatus): Promise<void> {
  await tx.all(setStatus, [kind, subjectId, status]);
}

/** The reason of staff as it is stored. @throws Failure INVALID */
export const checkNote = (note: string): string => checkText(note, 'note', 'note');

/** Staff cannot decide about themselves. @throws Failure INVALID */
export function mustNotConcernSelf(viewer: Viewer, personId: number, field: string): void {
  if (viewer.id === personId) throw invalid(field, 'concerns yourself: leave it to other staff');
}
