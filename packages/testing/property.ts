import fc from 'fast-check';

/** How many times as many cases are tried as usual: FUZZ=10 tries ten times as many. */
const factor = Number(process.env['FUZZ'] ?? 1);
const path = process.env['FUZZ_PATH'];
/** Where the random numbers of this test file begin. */
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** A number of cases, multiplied by FUZZ. */
export function times(cases: number): number {
  return Math.max(1, Math.round(cases * factor));
}

/** Milliseconds after which a property ends with the cases that it has tried, however slow the machine is. */
const enough = times(60_000);

/** The time limit of a test with such a property, in milliseconds. */
export const patience = 2 * enough;

/**
 * Tries the property with random cases. A failure shows the smallest case that fails, and the variables that repeat the run:
 * FUZZ_SEED, and FUZZ_PATH for this case alone. This is the one place where such tests begin.
 * @param cases how many are tried in an ordinary run; FUZZ multiplies it
 */
export function holds<Case>(property: fc.IAsyncProperty<Case>, cases?: number): Promise<void>;
export function holds<Case>(property: fc.IProperty<Case>, cases?: number): void;
export function holds<Case>(property: fc.IRawProperty<Case>, cases = 100): void | Promise<void> {
  return fc.assert(property as fc.IAsyncProperty<Case>, {
    numRuns: times(cases),
    interruptAfterTimeLimit: enough,
    // One case that takes longer fails: an answer that never comes is not taken for a slow machine.
    timeout: 50_000,
    seed,
    ...(path === undefined ? {} : { path }),
    reporter: report,
  });
}

/** Random values, which FUZZ_SEED repeats as well. */
export function sampled<Value>(arbitrary: fc.Arbitrary<Value>, count: number): Value[] {
  return fc.sample(arbitrary, { numRuns: count, seed });
}

function report<Case>(details: fc.RunDetails<Case>): void {
  if (!details.failed) return;
  const repeat = `FUZZ_SEED=${seed} FUZZ_PATH=${details.counterexamplePath}`;
  throw new Error(`Repeat this case with ${repeat}\n${fc.defaultReportMessage(details)}`, {
    cause: details.errorInstance,
  });
}
