import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bindGlobals } from './jest-globals.ts';
import type { Globals } from './jest-globals.ts';
import { compileCache } from './compile-cache.ts';

/** Loads modules for a test file. */
interface Runtime {
  requireInternalModule(path: string): unknown;
  setGlobalsForRuntime(globals: Globals): void;
  unstable_shouldLoadAsEsm(path: string): boolean;
  unstable_importModule(path: string): Promise<unknown>;
}

/** What Jest calls for each test file: with two configurations, the environment, the runtime, the path and a callback. */
export type Runner = (...args: [unknown, unknown, unknown, Runtime, ...unknown[]]) => Promise<unknown>;

const require = createRequire(import.meta.url);
const { default: runInJest } = require('jest-circus/runner') as { default: Runner };

const globals = new URL('./jest-globals.js', import.meta.url).href;
enableCompileCache(compileCache);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Bytes by which the memory may grow before garbage is collected: V8 knows little of the memory of closed embedded databases. */
const growth = 600e6;
/** Bytes of memory after the last collection. */
let kept = process.memoryUsage.rss();

/** How many this process has run. */
let files = 0;
/** The properties of the global object in which Jest keeps the tests of a file, with all that they refer to. */
let testsOfFile: symbol[] = [];

const inNode: Runtime = {
  // Anew: this module of Jest's holds the tests of one file.
  requireInternalModule(path) {
    delete require.cache[require.resolve(path)];
    const before = new Set(Object.getOwnPropertySymbols(globalThis));
    const module: unknown = require(path);
    testsOfFile = Object.getOwnPropertySymbols(globalThis).filter((symbol) => !before.has(symbol));
    return module;
  },
  setGlobalsForRuntime: bindGlobals,
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path) => import(pathToFileURL(path).href),
};

/** What a project's own tests replace and share. */
interface Around {
  /** Modules that stand for others, by the names under which those are imported, except where they import them themselves. */
  replaced?: Readonly<Record<string, string>>;
  /** Modules beside the tests that hold what is made once for all test files of a process. */
  shared?: readonly string[];
}

/** Modules of tests lie there, and those of the trials, which share their parts with tests. */
const tests = /\/dist\/(test|tools\/(trials|[\w-]+\/test))\//;

/** Loads modules beside the tests anew for each test file. */
function hook({ replaced = {}, shared = [] }: Around): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
      const other = replaced[specifier];
      if (other !== undefined && context.parentURL !== other) return { url: other, shortCircuit: true };
      const resolved = next(specifier, context);
      if (!tests.test(resolved.url) || shared.includes(resolved.url)) return resolved;
      return { ...resolved, url: `${resolved.url}?file=${files}` };
    },
  });
}

/**
 * Runs a test file with Jest's own runner, but loads it as Node loads a program instead of into a VM context: the service
 * and its libraries are loaded and compiled once in a process, not once for each test file. All files that a process runs
 * share its globals and the service's modules, so none may leave `process.env` or another global changed.
 */
const runInNode: Runner = async (globalConfig, config, environment, runtime, ...rest) => {
  const mixed = new Proxy(runtime, {
    get(target, name) {
      const value: unknown = name in inNode ? inNode[name as keyof Runtime] : Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  files++;
  try {
    return await runInJest(globalConfig, config, environment, mixed, ...rest);
  } finally {
    // Also after a file that cannot be loaded, whose tests the next file would take for its own.
    for (const symbol of testsOfFile) Reflect.deleteProperty(globalThis, symbol);
    if (process.memoryUsage.rss() > kept + growth) {
      collectGarbage();
      kept = process.memoryUsage.rss();
    }
  }
};

/** Makes the runner that Jest is told to use. A process has one. */
export function makeRunner(around: Around = {}): Runner {
  hook(around);
  return runInNode;
}
