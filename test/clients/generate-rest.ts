import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from '../../src/process/installed.ts';
import { compilerConfig, root, runCompiler } from './compile-app.ts';
import type { RestApp } from './rest/rest-app.ts';

/** An app with a generated client, and what removes its files. */
export interface GeneratedRest {
  app: RestApp;
  remove(): Promise<void>;
}

/**
 * Generates types from the OpenAPI document of a service, and compiles the app that uses them.
 * @throws Error with what the compiler says
 */
export async function generateRest(url: string): Promise<GeneratedRest> {
  const folder = await mkdtemp(`${root}dist/rest-client-`);
  await cp(`${root}test/clients/rest`, folder, { recursive: true });
  await symlink(join(await installed('examples'), 'node_modules'), `${folder}/node_modules`);
  await writeFile(`${folder}/package.json`, '{ "type": "module" }');
  const load = (file: string): Promise<object> => import(pathToFileURL(`${folder}/${file}`).href);
  const { typesOf } = (await load('generate-types.ts')) as { typesOf(document: unknown): Promise<string> };
  const document: unknown = await (await fetch(`${url}/api/v1/openapi.json`)).json();
  await writeFile(`${folder}/generated.ts`, await typesOf(document));
  await writeFile(`${folder}/tsconfig.json`, compilerConfig('.', 'out', ['*.ts']));
  await runCompiler(folder, 'tsc', ['-p', '.']);
  const { restApp } = (await load('out/app.js')) as { restApp(url: string): RestApp };
  return { app: restApp(url), remove: () => rm(folder, { recursive: true, force: true }) };
}
