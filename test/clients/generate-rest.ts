import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type * as Generator from 'openapi-typescript';
import type { RestApp } from './rest/rest-app.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** An app with a generated client, and what removes its files. */
export interface GeneratedRest {
  app: RestApp;
  remove(): Promise<void>;
}

const compilerOptions = {
  target: 'es2023',
  lib: ['es2024', 'dom'],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  rewriteRelativeImportExtensions: true,
  rootDir: '.',
  outDir: 'out',
  types: ['node'],
};

/** openapi-typescript builds its result with the compiler's functions, which TypeScript 7 does not have; ts-morph contains them. */
async function loadGenerator(): Promise<typeof Generator> {
  const source = `import common from ${JSON.stringify(import.meta.resolve('@ts-morph/common'))}; export default common.ts;`;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
        ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    return await import('openapi-typescript');
  } finally {
    hooks.deregister();
  }
}

/**
 * Generates types from the OpenAPI document of a service, and compiles the app that uses them.
 * @throws Error with what the compiler says
 */
export async function generateRest(url: string): Promise<GeneratedRest> {
  const { default: generate, astToString } = await loadGenerator();
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Generator.OpenAPI3;
  const folder = await mkdtemp(`${root}dist/rest-client-`);
  await cp(`${root}test/clients/rest`, folder, { recursive: true });
  await writeFile(`${folder}/package.json`, '{ "type": "module" }');
  await writeFile(`${folder}/generated.ts`, astToString(await generate(document, { defaultNonNullable: false })));
  await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await run(`${root}node_modules/.bin/tsc`, ['-p', '.'], { cwd: folder }).catch((error) => {
    throw new Error((error as { stdout: string }).stdout);
  });
  const { restApp } = (await import(pathToFileURL(`${folder}/out/app.js`).href)) as {
    restApp(url: string): RestApp;
  };
  return { app: restApp(url), remove: () => rm(folder, { recursive: true, force: true }) };
}
