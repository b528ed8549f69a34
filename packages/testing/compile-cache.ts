import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the tests' processes, and those that they start, share compiled modules (Node's NODE_COMPILE_CACHE). */
export const compileCache = join(tmpdir(), 'runners-compile-cache');
