import type { Page } from '../../platform/database/loader.ts';
import type { Context } from '../context.ts';
import { mustBeStaff } from '../context.ts';
import { caseCount, loggedActs, queuedCases } from './moderation.queries.ts';
import type { ActRow, CaseRow } from './moderation.queries.ts';
import type { CaseStatus } from './subject.ts';

/** Returns a page of the queue, with the oldest case first. @throws Failure NOT_STAFF */
export function listCases(
  context: Context,
  status: CaseStatus | null,
  { limit, offset, afterId }: { limit: number; offset: number; afterId: number },
): Promise<CaseRow[]> {
  mustBeStaff(context);
  return context.database.all(queuedCases, [status, limit, offset, afterId]);
}

/** Returns the total number of cases. @throws Failure NOT_STAFF */
export async function countCases(context: Context, status: CaseStatus | null): Promise<number> {
  mustBeStaff(context);
  return (await context.database.one(caseCount, [status]))?.count ?? 0;
}

/** Returns a page of the actions of the staff, newest first. @throws Failure NOT_STAFF */
export function listActs(context: Context, personId: number | null, page: Page): Promise<ActRow[]> {
  mustBeStaff(context);
  return loggedActs.page(context.database, [personId], page);
}

/** Returns the total number of actions. @throws Failure NOT_STAFF */
export async function countActs(context: Context, personId: number | null): Promise<number> {
  mustBeStaff(context);
  return loggedActs.total(context.database, [personId]);
}
