import type { CodegenConfig } from '@graphql-codegen/cli';
import clients from './clients/codegen.ts';

/** Makes the types of the examples from the printed schema, so that no service has to run (`npm run example:types`). */
const { emitLegacyCommonJSImports, config } = clients;
const presetConfig = { fragmentMasking: false };

const examples: CodegenConfig = {
  schema: '../schema/schema.graphql',
  emitLegacyCommonJSImports,
  importExtension: '.ts',
  config,
  generates: {
    'web/gql/': { preset: 'client', presetConfig, documents: 'web/*documents.ts' },
    'week/gql/': {
      preset: 'client',
      presetConfig,
      documents: 'week/*.ts',
      config: { documentMode: 'string' },
    },
  },
};

export default examples;
