import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DatabaseSchema } from '@mikro-orm/sql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { openDatabase } from '../wiring/open-database.ts';
import { readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';

/**
 * `npx runners migration NAME`: writes the migration from the last migration to the current entities, and adds it to the
 * list of migrations. NAME consists of words in lower case, separated by hyphens. A migration that changes the type of a column takes a
 * sentence that says why (`--because SENTENCE`), which it then begins with. `npx runners migration --check`: fails when the entities differ
 * from the migrations.
 */
const folder = fileURLToPath(new URL('../../../src/platform/database/migrations/', import.meta.url));

/** SQL statements for the change from the last migration to the entities, and for the way back. */
type Difference = Record<'up' | 'down', string[]>;

async function differenceOf({ orm }: Database): Promise<Difference> {
  const em = orm.em as SqlEntityManager;
  const { skipTables } = orm.config.get('schemaGenerator');
  const [connection, platform, none] = [em.getConnection(), em.getPlatform(), undefined];
  const migrated = await DatabaseSchema.create(connection, platform, orm.config, none, none, none, skipTables);
  // Triggers and functions are stated in migrations only: `down` would create all of them, because no entity has them.
  // Functions are not in this schema, because they were not loaded into it.
  for (const table of migrated.getTables()) table.setTriggers([]);
  // Partitions are made by functions, ahead of what they are for.
  for (const table of migrated.getTables()) table.setPartitioning(undefined);
  const { up, down } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false, fromSchema: migrated });
  return { up: statementsOf(up), down: statementsOf(down) };
}

function statementsOf(sql: string): string[] {
  return sql
    .split(/;\n/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '');
}

/** Writes the migration and its line in the list, in the format of all sources. Returns the name of the file. @param why a sentence, or nothing */
function writeMigration(name: string, why: string, { up, down }: Difference): string {
  const file = `${new Date().toISOString().slice(0, 10)}-${name}.ts`;
  const className = name.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
  const call = (sql: string) => `this.addSql(\`${sql.replace(/[`$\\]/g, '\\$&')}\`);`;
  const list = join(folder, 'index.ts');
  const listed = readFileSync(list, 'utf8');
  if (listed.includes(`class: ${className} `)) throw new Error(`there is a migration of the name ${name} already`);
  writeFileSync(
    join(folder, file),
    `import { Migration } from '@mikro-orm/migrations';

    ${why && `/** ${why.replaceAll('*/', '* /')} */`}
    export class ${className} extends Migration {
      override up(): void { ${up.map(call).join('\n')} }

      override down(): void { ${down.map(call).join('\n')} }
    }`,
  );
  const added = listed
    .replace(/\n(?=\n)/, `\nimport { ${className} } from './${file}';\n`)
    .replace(/(?<![,\s])[,\s]*\];\s*$/, `, { name: '${file.slice(0, -'.ts'.length)}', class: ${className} }];`);
  writeFileSync(list, added);
  const formatter = join(dirname(createRequire(import.meta.url).resolve('oxfmt/package.json')), 'bin/oxfmt');
  execFileSync(process.execPath, [formatter, list, join(folder, file)]);
  return file;
}

/** What a running process of the former version has prepared is refused once the type of a column changes, and the table may be rewritten. */
const retypes = /\balter column \S+ (set data )?type\b/;

async function run(argument: string, because: string): Promise<string> {
  if (argument !== '--check' && !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(argument))
    throw new Error('a migration has a name of small letters with hyphens between words: npx runners migration NAME');
  const database = await openDatabase(readConfig({ DATA_DIR: 'memory://' }));
  try {
    await migrate(database);
    const difference = await differenceOf(database);
    if (difference.up.length === 0) return 'The entities are what the migrations make.';
    if (argument === '--check')
      throw new Error('the entities differ from the migrations: run npx runners migration NAME');
    if (difference.up.some((sql) => /\bdrop (column|table)\b/.test(sql)) && !argument.endsWith('-contract'))
      throw new Error(
        'the migration removes something that older versions may need: give it a name that ends in -contract',
      );
    const retyping = difference.up.filter((sql) => retypes.test(sql));
    if (retyping.length > 0 && because === '')
      throw new Error(
        'the migration changes the type of a column: statements of the version that runs beside it are refused and repeated once, and the ' +
          `table may be rewritten while it is locked. Add a new column instead (docs/operating.md#upgrading), or say why that cannot be: ` +
          `--because SENTENCE. It would run: ${retyping.join('; ')}`,
      );
    return `src/platform/database/migrations/${writeMigration(argument, because, difference)} is written, and listed in index.ts.`;
  } finally {
    await database.close();
  }
}

try {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false }, because: { type: 'string', default: '' } },
    allowPositionals: true,
  });
  process.stdout.write(`${await run(values.check ? '--check' : (positionals[0] ?? ''), values.because.trim())}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
