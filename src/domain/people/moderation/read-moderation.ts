import type { Context } from '../../context.ts';
import { mustBeStaff } from '../../rules/staff-only.ts';
import { actCount, caseCount, loggedActs, queuedCases } from './moderation.queries.ts';
import type { ActRow, CaseRow } from './moderation.queries.ts';
import type { CaseStatus } from './subject.ts';

/** A page of the queue: the case that waits longest comes first. @throws Failure NOT_STAFF */
export function listCases(
  context: Context,
  status: CaseStatus | null,
  { limit, offset, afterId }: { limit: number; offset: number; afterId: number },
): Promise<CaseRow[]> {
  mustBeStaff(context);
  return context.database.all(queuedCases, [status, limit, offset, afterId]);
}

/** How many cases there are in all. @throws Failure NOT_STAFF */
export async function countCases(context: Context, status: CaseStatus | null): Promise<number> {
  mustBeStaff(context);
  return (await context.database.one(caseCount, [status]))?.count ?? 0;
}

/** A page of what staff have done, newest first. @throws Failure NOT_STAFF */
export function listActs(
  context: Context,
  personId: number | null,
  { limit, offset, beforeId }: { limit: number; offset: number; beforeId: number | null },
): Promise<ActRow[]> {
  mustBeStaff(context);
  return context.database.all(loggedActs, [limit, offset, beforeId ?? Number.MAX_SAFE_INTEGER, personId]);
}

/** How much they have done in all. @throws Failure NOT_STAFF */
export async function countActs(context: Context, personId: number | null): Promise<number> {
  mustBeStaff(context);
  return (await context.database.one(actCount, [personId]))?.count ?? 0;
}
