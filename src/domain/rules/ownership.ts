import { Failure } from '../../errors.ts';

/**
 * Only the owner may change a user, preferences, a profile, a workout, a route or a participation. Others are refused
 * with NOT_YOURS (401 in REST). Posts and comments do not use this check: their statements find only those of the
 * viewer, so that those of others are NOT_FOUND (404), as the contract requires (interface, Authentication).
 */
export function mustOwn(viewerId: number, ownerId: number): void {
  if (viewerId !== ownerId) throw new Failure('NOT_YOURS');
}
