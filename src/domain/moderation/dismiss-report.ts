import { LockMode } from '@mikro-orm/core';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { mustBeStaff } from '../context.ts';
import { checkNote, mustNotConcernSelf, recordAct } from './acts.ts';
import { ModerationCase } from './moderation-case.entity.ts';

/**
 * Dismisses a case, because the reported object breaks no rule. The case is opened again by a report of another user. A
 * case that was decided before is not changed.
 * @throws Failure NOT_STAFF, NOT_FOUND, INVALID for a case about oneself and for an invalid note
 */
export async function dismissReport(context: Context, caseId: number, note: string): Promise<void> {
  mustBeStaff(context);
  const viewer = viewerOf(context);
  const why = checkNote(note);
  await context.database.transaction(async (tx) => {
    const em = await tx.em();
    const found = await em.findOne(ModerationCase, caseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!found) throw new Failure('NOT_FOUND');
    const { kind, subjectId, person, status } = found;
    mustNotConcernSelf(viewer, person.id, 'caseId');
    if (status !== 'open') return;
    found.status = 'dismissed';
    await em.flush();
    await recordAct(tx, { staffId: viewer.id, action: 'dismiss', kind, subjectId, personId: person.id, note: why });
  });
}
