import { registerHooks } from 'node:module';
import type * as Generator from 'openapi-typescript';

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

/** The types that openapi-typescript makes of an OpenAPI document. */
export async function typesOf(document: unknown): Promise<string> {
  const { default: generate, astToString } = await loadGenerator();
  return astToString(await generate(document as Generator.OpenAPI3, { defaultNonNullable: false }));
}
