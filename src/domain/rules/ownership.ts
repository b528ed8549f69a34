import { Failure } from '../../errors.ts';

/**
 * Who may change what: the owner. Another user's user, preferences, profile or visible workout is refused as NOT_YOURS
 * (401 in REST), another user's post or comment as NOT_FOUND (404), as the contract says (interface, Authentication).
 */
export function mustOwn(viewerId: number, ownerId: number, otherwise: 'NOT_YOURS' | 'NOT_FOUND' = 'NOT_YOURS'): void {
  if (viewerId !== ownerId) throw new Failure(otherwise);
}
