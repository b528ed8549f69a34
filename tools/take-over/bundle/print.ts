import { writeGenerated, writeGeneratedPart } from '../../../src/platform/generated-file.ts';
import { bundlePage } from './page.ts';
import { schemas } from './schema.ts';

/**
 * A part of `npm run docs`, which writes the schemas of `docs/take-over/` and the generated half of its page from the table of
 * fields (`tools/take-over/bundle/files.ts`). With `--check` it writes nothing and fails if a committed file is outdated.
 */
for (const [name, schema] of Object.entries(schemas))
  writeGenerated(`docs/take-over/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
writeGeneratedPart('docs/take-over/bundle.md', bundlePage());
