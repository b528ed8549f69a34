/** What tests share: properties with random cases, the growth of the time of a reader, processor time, and the runner of test files. */
export { compileCache } from './compile-cache.ts';
export { cpuTime } from './cpu-time.ts';
export { builtIn, randomFamilies } from './families.ts';
export type { Family } from './families.ts';
export { tooFastGrowth, tooFastIn } from './growth.ts';
export type { Reads } from './growth.ts';
export { holds, patience, sampled, times } from './property.ts';
