import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: process.env['SCHEMA_URL'] ?? 'http://127.0.0.1:4000/graphql',
  documents: 'codegen/*.ts',
  emitLegacyCommonJSImports: false,
  config: {
    enumsAsTypes: true,
    useTypeImports: true,
    strictScalars: true,
    scalars: {
      DatabaseId: 'number',
      Date: 'string',
      DateTime: 'string',
      Gpx: 'string',
      ImageData: 'string',
      RecordingData: 'string',
      Track:
        '{ lat: number; lng: number; time?: string | null; elev?: number | null; heartRate?: number | null; cadence?: number | null; power?: number | null; temperature?: number | null; speed?: number | null }[]',
      WallClock: 'string',
    },
  },
  generates: {
    // Apollo Client, urql and others take documents that are parsed: leave out documentMode for them.
    'codegen/gql/': { preset: 'client', config: { documentMode: 'string' } },
  },
};

export default config;
