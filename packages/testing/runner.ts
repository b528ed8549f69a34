import { makeRunner } from './run-in-node.ts';

/** Jest's runner of the test files of a package, which replaces and shares nothing. */
export default makeRunner();
