import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from '../../src/process/installed.ts';
import type { App } from './app.ts';
import { compilerConfig, root, runCompiler } from './compile-app.ts';

/** The apps that need packages of the examples, most of which generate code, and what removes them. */
export interface Generated {
  relayApp: (url: string) => App;
  codegenApp: (url: string) => App;
  urqlApp: (url: string) => App;
  remove(): Promise<void>;
}

/**
 * Runs relay-compiler, graphql-codegen and the TypeScript compiler on copies of the apps.
 * @param url the service, whose schema graphql-codegen reads
 * @throws Error with what a compiler says
 */
export async function generateApps(url: string): Promise<Generated> {
  const copy = await mkdtemp(`${root}dist/clients-`);
  const folder = `${copy}/test/clients`;
  for (const part of ['test/clients', 'examples/clients'])
    await cp(`${root}${part}`, `${copy}/${part}`, { recursive: true, filter: (file) => !file.includes('.test.') });
  await cp(`${root}schema/schema.graphql`, `${folder}/schema.graphql`);
  await cp(`${root}schema/introspection.d.ts`, `${copy}/schema/introspection.d.ts`);
  await symlink(join(await installed('examples'), 'node_modules'), `${copy}/node_modules`);
  await writeFile(`${copy}/package.json`, '{ "type": "module" }');
  const files = ['relay/**/*.ts', 'codegen/**/*.ts', 'urql/**/*.ts'];
  await writeFile(`${folder}/tsconfig.json`, compilerConfig('../..', '../../out', files));
  const compile = (program: string, ...parameters: string[]) =>
    runCompiler(folder, program, parameters, { SCHEMA_URL: `${url}/graphql` });
  await compile('relay-compiler', '../../examples/clients/relay.config.json');
  await compile('graphql-codegen', '--config', '../../examples/clients/codegen.ts');
  await compile('tsc', '-p', '.');
  const load = (file: string): Promise<object> => import(pathToFileURL(`${copy}/out/test/clients/${file}`).href);
  return {
    ...((await load('relay/app.js')) as Pick<Generated, 'relayApp'>),
    ...((await load('codegen/app.js')) as Pick<Generated, 'codegenApp'>),
    ...((await load('urql/app.js')) as Pick<Generated, 'urqlApp'>),
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}
