import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';

/** @throws Failure NOT_STAFF unless a staff account is signed in, UNAUTHENTICATED without a sign-in */
export function mustBeStaff(context: Context): void {
  if (!viewerOf(context).isStaff) throw new Failure('NOT_STAFF');
}
