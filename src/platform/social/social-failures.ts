import { Failure } from '../../errors.ts';

/** Thrown when the social network is not available. */
export class SocialUnavailable extends Failure {
  /** Whether it is certain that the network has done nothing. Only then can a repetition not do it twice. */
  readonly nothingDone: boolean;

  constructor(nothingDone: boolean) {
    super('SOCIAL_UNAVAILABLE', undefined, { retryAfter: 30 });
    this.nothingDone = nothingDone;
  }
}

/** Whether a text may be a token. */
export function mayBeToken(text: string): boolean {
  return /^[\u0021-\u007E]{1,4096}$/.test(text);
}

/** Thrown when the network rejects the token, or it was issued for another app. */
export const tokenRejected = (): Failure => new Failure('SOCIAL_TOKEN_REJECTED');
