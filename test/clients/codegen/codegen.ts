import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: process.env['SCHEMA_URL'] ?? 'http://127.0.0.1:4000/graphql',
  documents: 'codegen/*.ts',
  emitLegacyCommonJSImports: false,
  generates: {
    'codegen/gql/': {
      preset: 'client',
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        scalars: {
          DatabaseId: 'number',
          Date: 'string',
          DateTime: 'string',
          Gpx: 'string',
          ImageData: 'string',
          Track: '{ lat: number; lng: number; time?: string | null; elev?: number | null }[]',
          WallClock: 'string',
        },
      },
    },
  },
};

export default config;
