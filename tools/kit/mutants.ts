import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Instrumented } from '../../test/mutations/run.ts';

const quiet = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0];

/** All changes of a file of TypeScript, and the file with all of them, of which a variable of the environment chooses one. */
export async function instrument(name: string, content: string): Promise<Instrumented> {
  const { files, mutants } = await new Instrumenter(quiet).instrument([{ name, content, mutate: true }], {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  return { content: files[0]?.content ?? '', mutants };
}
