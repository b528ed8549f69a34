import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { introspectionFromSchema, lexicographicSortSchema } from 'graphql';
import { writeGenerated } from '../src/platform/generated-file.ts';
import { executableSchema } from './index.ts';
import { sdlOf } from './sdl.ts';

/**
 * `npm run schema`: writes `schema/schema.graphql`, the documentation of the API that is reviewed in diffs, and
 * `schema/introspection.d.ts`, from which the compiler derives the types of the documents of `rest-compat`. With
 * `--check` it writes nothing and fails when the committed files are out of date.
 */
const schema = executableSchema();
const introspection = minifyIntrospection(introspectionFromSchema(lexicographicSortSchema(schema)));
const files: Record<string, string> = {
  'schema.graphql': sdlOf(schema),
  'introspection.d.ts': outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
};

for (const [name, text] of Object.entries(files)) writeGenerated(`schema/${name}`, text, 'npm run schema');
