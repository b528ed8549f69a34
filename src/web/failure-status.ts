import type { Failure, FailureCode } from '../errors.ts';

const statuses: Partial<Record<FailureCode, number>> = {
  UNAUTHENTICATED: 401,
  INVALID_KEY: 401,
  KEY_EXPIRED: 401,
  NOT_STAFF: 403,
  NOT_FOUND: 404,
  BODY_TOO_SLOW: 408,
  TOO_LARGE: 413,
  RATE_LIMITED: 429,
  BUSY: 503,
  UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
  STORAGE_FULL: 507,
};

/** The status of a failure on paths that belong to neither interface: pages, files and errors of HTTP. */
export const failureStatus = ({ code }: Failure): number => statuses[code] ?? 400;
