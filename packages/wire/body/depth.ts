import { MalformedBody } from './malformed-body.ts';

/** The largest nesting depth of a body in any format. Real bodies have three levels. */
export const MAX_DEPTH = 100;

/** @throws MalformedBody when `depth` is over the limit */
export function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new MalformedBody(`the body is nested more than ${MAX_DEPTH} levels deep`);
}
