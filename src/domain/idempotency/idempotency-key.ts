import { invalid } from '../../errors.ts';

/** The header that identifies a request, so that the request can be sent again without being executed again. */
export const idempotencyHeader = 'Idempotency-Key';
/** The name of the header in Node's lower case. */
export const idempotencyField = 'idempotency-key';
/** The header of an answer that is repeated. */
export const replayedHeader = 'Idempotency-Replayed';

/** Visible ASCII characters, which all clients and proxies pass on unchanged. */
const form = /^[\x21-\x7e]{1,255}$/;

/** The key of a request, or undefined if it has none. @throws Failure INVALID for an invalid key */
export function readIdempotencyKey(value: string | string[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && form.test(value)) return value;
  throw invalid(idempotencyHeader, 'must be 1 to 255 visible ASCII characters without spaces', 'MALFORMED');
}
