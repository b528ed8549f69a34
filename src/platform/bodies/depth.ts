import { MalformedBody } from './malformed-body.ts';

/** How deeply a body may nest, in every format. Real bodies nest three deep; the limit keeps walks over a body short. */
export const MAX_DEPTH = 100;

/** @throws MalformedBody when `depth` is over the limit */
export function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new MalformedBody(`the body is nested more than ${MAX_DEPTH} levels deep`);
}
