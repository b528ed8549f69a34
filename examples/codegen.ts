import type { CodegenConfig } from '@graphql-codegen/cli';
import clients from './clients/codegen.ts';

/** Makes the types of the examples from the printed schema, so that no service has to run (`npm run example:types`). */
const { emitLegacyCommonJSImports, config } = clients;
const presetConfig = { fragmentMasking: false };

const examples: CodegenConfig = {
  schema: 'schema/schema.graphql',
  emitLegacyCommonJSImports,
  importExtension: '.ts',
  config,
  generates: {
    'examples/web/gql/': { preset: 'client', presetConfig, documents: 'examples/web/*documents.ts' },
    'examples/week/gql/': {
      preset: 'client',
      presetConfig,
      documents: 'examples/week/*.ts',
      config: { documentMode: 'string' },
    },
  },
};

export default examples;
