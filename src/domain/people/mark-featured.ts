import { User } from './user.entity.ts';
import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { mustBeStaff } from '../context.ts';

/** Adds or removes the mark of a user for the featured feed (decisions R13). @throws Failure NOT_STAFF, NOT_FOUND */
export async function markFeatured(context: Context, userId: number, featured: boolean): Promise<void> {
  mustBeStaff(context);
  const changed = await unitOfWork(context.database, (em) =>
    em.nativeUpdate(User, { id: userId }, { isFeatured: featured }),
  );
  if (changed === 0) throw new Failure('NOT_FOUND');
}
