import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

/** The folder of the project, with a slash at the end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** How the apps of the tests are compiled. */
const options = {
  target: 'es2023',
  lib: ['es2024', 'dom'],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  esModuleInterop: true,
  rewriteRelativeImportExtensions: true,
  types: ['node'],
};

/**
 * The content of a `tsconfig.json`.
 * @param rootDir the folder of the sources, and outDir that of the programs, relative to the file
 */
export function compilerConfig(rootDir: string, outDir: string, include: string[]): string {
  return JSON.stringify({ compilerOptions: { ...options, rootDir, outDir }, include });
}

/**
 * Runs a program of the packages of the project, or of the examples, in a folder.
 * @throws Error with what the program says
 */
export async function runCompiler(
  folder: string,
  program: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const env = { ...process.env, ...environment };
  const bin = ['', 'examples/']
    .map((place) => `${root}${place}node_modules/.bin/${program}`)
    .find((file) => existsSync(file));
  await run(bin ?? program, parameters, { cwd: folder, env }).catch((error) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program}: ${stdout}${stderr}`);
  });
}
