import { posix } from 'node:path';

/** What `tools/doors.json` lists, each with a reason. */
export interface ToolDoors {
  /** The modules of the service that tools may import. */
  service: Readonly<Record<string, string>>;
  /** The tools that import from another one, as `prove → translate`. */
  tools: Readonly<Record<string, string>>;
}

/** The files of the service that load modules of tools, only when they are used. */
const loadTools = new Set(['src/server/developer-pages.ts', 'src/process/runner-commands.ts']);

/** `tools/kit` and `tools/packed` are what single checks and the build install, and no tools. */
const inTool = /^tools\/((?!kit|packed)[^/]+)\//;
const inService = /^(src|schema|rest-compat)\//;

/** The files that a file imports or loads by a path from its own folder; null for what is outside of the repository. */
function importsOf(file: string, source: string): string[] {
  const paths = [...source.matchAll(/(?:\bfrom |\bimport\(|\bnew URL\(|\bmodule: )\s*['"`](\.\.?\/[^'"`]+)['"`]/g)];
  return paths.map(([, path = '']) => posix.join(posix.dirname(file), path).replace(/\.js$/, '.ts'));
}

/**
 * Returns the imports between the service and a tool, or two tools, that `tools/doors.json` does not list, one sentence each. Tests and
 * trials may import what they try.
 * @param use receives each listed import that the file uses
 */
export function toolFaultsOf(file: string, source: string, doors: ToolDoors, use: (door: string) => void): string[] {
  const tool = inTool.exec(file)?.[1];
  return importsOf(file, source).flatMap((path) => {
    const other = inTool.exec(path)?.[1];
    if (tool === undefined)
      return other !== undefined && !loadTools.has(file)
        ? [`imports ${path}: the service imports no tool, so that it is built without them`]
        : [];
    if (path.startsWith('test/')) return [`imports ${path}: a tool imports nothing of the tests`];
    const door = other !== undefined && other !== tool ? `${tool} → ${other}` : inService.test(path) ? path : null;
    if (door === null) return [];
    use(door);
    const isListed = Object.hasOwn(doors.service, door) || Object.hasOwn(doors.tools, door);
    return isListed ? [] : [`imports ${path}: list ${door} in tools/doors.json with a reason, or do without it`];
  });
}

/** Returns what is wrong with the list itself, one sentence each: a door that no tool uses, or one without a reason. */
export function listFaultsOf(doors: ToolDoors, used: ReadonlySet<string>): string[] {
  return Object.entries({ ...doors.service, ...doors.tools }).flatMap(([door, reason]) => [
    ...(used.has(door) ? [] : [`lists ${door}, which no tool uses`]),
    ...(/\w.*\.$/.test(reason) ? [] : [`lists ${door} without a reason`]),
  ]);
}
