import { Failure } from '../../errors.ts';

/** The network cannot be used at this moment. */
export class SocialUnavailable extends Failure {
  /** Whether it is certain that the network did nothing: only then trying again cannot do it twice. */
  readonly nothingDone: boolean;

  constructor(nothingDone: boolean) {
    super('SOCIAL_UNAVAILABLE', undefined, { retryAfter: 30 });
    this.nothingDone = nothingDone;
  }
}

/** Whether a text may be a token at all. */
export function mayBeToken(text: string): boolean {
  return /^[\u0021-\u007E]{1,4096}$/.test(text);
}

/** The network does not take the token, or it speaks for another app. */
export const tokenRejected = (): Failure => new Failure('SOCIAL_TOKEN_REJECTED');
