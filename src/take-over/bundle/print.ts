import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bundlePage } from './page.ts';
import { schemas } from './schema.ts';

/**
 * A part of `npm run docs`, which writes the schemas of `docs/take-over/` and the generated half of its page from the table of
 * fields (`src/take-over/bundle/files.ts`). With `--check` it writes nothing and fails if a committed file is outdated.
 */
const folder = new URL('../../../../docs/take-over/', import.meta.url);
const marker = /^<!-- Generated .*-->$/m;

function write(name: string, text: string): void {
  const path = new URL(name, folder);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else {
    process.stderr.write(`docs/take-over/${name} is outdated: run npm run docs\n`);
    process.exitCode = 1;
  }
}

for (const [name, schema] of Object.entries(schemas))
  write(`${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);

const page = readFileSync(new URL('bundle.md', folder), 'utf8');
const head = marker.exec(page);
if (!head) throw new Error('docs/take-over/bundle.md has no marker for the generated half');
write('bundle.md', `${page.slice(0, head.index + head[0].length)}\n\n${bundlePage()}\n`);
