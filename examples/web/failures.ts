import { CombinedGraphQLErrors } from '@apollo/client';

/** The `code` of the first failure, and after how many seconds to try again, if the service has said so. */
export function failureOf(error: unknown): { code?: string; retryAfter?: number } {
  return CombinedGraphQLErrors.is(error) ? (error.errors[0]?.extensions ?? {}) : {};
}

/** Whether the key no longer signs in. */
export function isSignedOut(error: unknown): boolean {
  return ['UNAUTHENTICATED', 'INVALID_KEY', 'KEY_EXPIRED', 'SUSPENDED'].includes(failureOf(error).code ?? '');
}
