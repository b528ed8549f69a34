/** The folders whose files take requests through the stages of `src/request/pipeline.ts`. */
const transports = /^(rest-compat|schema|src\/web)\//;

/** What only `src/request` and the domain may use, each with what it is to a reader. */
const bypasses: readonly [what: string, pattern: RegExp][] = [
  [
    'the points of a caller',
    /\bimport (type )?\{[^}]*\b(RequestCost|CostReport)\b[^}]*\} from '[^']*\/rules\/request-cost\.ts'/,
  ],
  ['the budgets of a caller', /from '[^']*\/rules\/rates\.ts'/],
  ['buckets of points', /from '[^']*\/platform\/cost-buckets\.ts'/],
  ['the gates', /from '[^']*\/(rules\/capacity|platform\/gates)\.ts'|\bGate\b[^;]*from '@runners\/limits'/],
  ['keys of callers', /\b(makeAuthenticator|isKeyOfOurs|namesKey|makeContext)\b/],
  ['the Idempotency-Key of a request', /\breadIdempotencyKey\b|from '[^']*\/idempotency\/run-once\.ts'/],
  ['whose turn it is', /\bcallerOf\b/],
  // Of a context or of what surrounds it, in an expression or taken out of it.
  ['a budget', /\bbudget\b\s*[.?}),]|\bprepay\(/],
  ['a gate', /\bcapacity\b\s*[.?}),[]/],
];

/**
 * Returns the places at which a file of a transport admits, charges or refunds a request by itself, one sentence each.
 * @param file its path from the root of the repository
 */
export function bypassesOf(file: string, source: string): string[] {
  if (!transports.test(file)) return [];
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*|`[^`$]*`/g, '');
  return bypasses
    .filter(([, pattern]) => pattern.test(code))
    .map(([what]) => `uses ${what}: call a stage of src/request/pipeline.ts`);
}
