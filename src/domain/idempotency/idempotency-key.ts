import { invalid } from '../../errors.ts';

/** The header by which a client names a request, so that the request can be sent again without being carried out again. */
export const idempotencyHeader = 'Idempotency-Key';
/** The same as Node names it. */
export const idempotencyField = 'idempotency-key';
/** The header of an answer that is given again. */
export const replayedHeader = 'Idempotency-Replayed';

/** Visible ASCII: what every client and every proxy passes on unchanged. */
const form = /^[\x21-\x7e]{1,255}$/;

/** The key of a request; undefined when it has none. @throws Failure INVALID for one of another form */
export function readIdempotencyKey(value: string | string[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && form.test(value)) return value;
  throw invalid(idempotencyHeader, 'must be 1 to 255 visible ASCII characters without spaces');
}
