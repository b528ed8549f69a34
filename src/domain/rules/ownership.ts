import { Failure } from '../../errors.ts';

/**
 * Who may change a user, preferences, a profile, a workout, a route, a participation: the owner. Others are refused as
 * NOT_YOURS (401 in REST). Posts and comments are not asked here: their statements find the owner's alone, so that those of
 * others are NOT_FOUND (404), as the contract says (interface, Authentication).
 */
export function mustOwn(viewerId: number, ownerId: number): void {
  if (viewerId !== ownerId) throw new Failure('NOT_YOURS');
}
