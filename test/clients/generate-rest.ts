import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as Generator from 'openapi-typescript';
import { compilerConfig, root, runCompiler } from './compile-app.ts';
import type { RestApp } from './rest/rest-app.ts';

/** An app with a generated client, and what removes its files. */
export interface GeneratedRest {
  app: RestApp;
  remove(): Promise<void>;
}

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
  await writeFile(`${folder}/tsconfig.json`, compilerConfig('.', 'out', ['*.ts']));
  await runCompiler(folder, 'tsc', ['-p', '.']);
  const { restApp } = (await import(pathToFileURL(`${folder}/out/app.js`).href)) as {
    restApp(url: string): RestApp;
  };
  return { app: restApp(url), remove: () => rm(folder, { recursive: true, force: true }) };
}
