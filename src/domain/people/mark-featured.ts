import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { mustBeStaff } from '../rules/staff-only.ts';

/** `$1` user, `$2` featured or not. */
const setFeatured = statement<{ id: number }>(
  'set_featured',
  'update users set is_featured = $2 where id = $1 returning id',
);

/** Marks a user for the featured feed, or takes the mark back (decisions R13). @throws Failure NOT_STAFF, NOT_FOUND */
export async function markFeatured(context: Context, userId: number, featured: boolean): Promise<void> {
  mustBeStaff(context);
  if (!(await context.database.one(setFeatured, [userId, featured]))) throw new Failure('NOT_FOUND');
}
