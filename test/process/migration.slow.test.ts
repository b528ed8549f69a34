/** `npx runners migration` compares the entities with the migrations, and writes a file that can be committed. */
import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newFolder } from '../support/started-process.ts';

/** `npx runners migration` as it is run in a checkout whose entities have changed since the last migration. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const [checkout, removeCheckout] = await newFolder();
const migrations = 'src/platform/database/migrations';

beforeAll(async () => {
  for (const path of ['package.json', '.oxfmtrc.json', migrations, 'dist/src'])
    await cp(join(root, path), join(checkout, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const entity = join(checkout, 'dist/src/domain/workouts/workout.entity.js');
  const properties = await readFile(entity, 'utf8');
  await writeFile(entity, properties.replace('sourceType:', 'shoe: p.string().length(100).nullable(), sourceType:'));
});
afterAll(removeCheckout);

function migration(...words: string[]): { status: number | null; printed: string } {
  const command = [join(checkout, 'dist/src/process/create-migration.js'), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

const written = () => readdir(join(checkout, migrations));

test('a change of the entities is reported by the check', () => {
  expect(migration('--check')).toEqual({
    status: 1,
    printed: 'the entities differ from the migrations: run npx runners migration NAME\n',
  });
});

test.each(['', 'workout_Shoe', '../shoe'])('the name %j is refused, and nothing is written', async (name) => {
  const before = await written();
  expect(migration(name)).toMatchObject({ status: 1, printed: expect.stringMatching(/^a migration has a name of/) });
  expect(await written()).toEqual(before);
});

test('a migration that removes something has a name that says so, and nothing is written', async () => {
  const entity = join(checkout, 'dist/src/domain/workouts/workout.entity.js');
  const properties = await readFile(entity, 'utf8');
  await writeFile(entity, properties.replace(/\n\s*title: .*/, ''));
  const before = await written();
  expect(migration('no-title')).toMatchObject({ status: 1, printed: expect.stringContaining('ends in -contract') });
  expect(await written()).toEqual(before);
  await writeFile(entity, properties);
});

test('a migration that changes the type of a column needs a sentence that says why, with which it begins', async () => {
  const entity = join(checkout, 'dist/src/domain/workouts/workout.entity.js');
  const list = join(checkout, migrations, 'index.ts');
  const [properties, listed] = [await readFile(entity, 'utf8'), await readFile(list, 'utf8')];
  await writeFile(entity, properties.replace('length(storedLengths.title)', 'length(4000)'));
  const before = await written();
  expect(migration('long-title')).toMatchObject({
    status: 1,
    printed: expect.stringMatching(
      /^the migration changes the type of a column: .*--because SENTENCE\. It would run: .*"title"/,
    ),
  });
  expect(await written()).toEqual(before);
  expect(migration('long-title', '--because', 'A widened text is not rewritten.')).toMatchObject({ status: 0 });
  const file = join(checkout, migrations, (await written()).find((name) => !before.includes(name)) ?? '');
  expect(await readFile(file, 'utf8')).toContain('/** A widened text is not rewritten. */\nexport class LongTitle');
  await rm(file);
  await writeFile(list, listed);
  await writeFile(entity, properties);
});

test('a migration contains only the difference in both directions, with the right name and format', async () => {
  const before = await written();
  const { status, printed } = migration('workout-shoe');
  const file = (await written()).find((name) => !before.includes(name)) ?? 'nothing';
  expect(file).toMatch(/^\d{4}-\d\d-\d\d-workout-shoe\.ts$/);
  expect({ status, printed }).toEqual({
    status: 0,
    printed: `${migrations}/${file} is written, and listed in index.ts.\n`,
  });
  expect(await readFile(join(checkout, migrations, file), 'utf8'))
    .toBe(`import { Migration } from '@mikro-orm/migrations';

export class WorkoutShoe extends Migration {
  override up(): void {
    this.addSql(\`alter table "workout" add "shoe" varchar(100) null\`);
  }

  override down(): void {
    this.addSql(\`alter table "workout" drop column "shoe"\`);
  }
}
`);
  const formatter = join(root, 'node_modules/oxfmt/bin/oxfmt');
  const formatted = spawnSync(process.execPath, [formatter, '--check', join(checkout, migrations)]);
  expect(formatted.status).toBe(0);

  // Compiled, the list makes the tables that the entities describe.
  for (const name of [file, 'index.ts']) {
    const source = stripTypeScriptTypes(await readFile(join(checkout, migrations, name), 'utf8'));
    const compiled = join(checkout, 'dist', migrations, name.replace('.ts', '.js'));
    await writeFile(compiled, source.replaceAll(/(from '\..*)\.ts'/g, "$1.js'"));
  }
  expect(migration('--check')).toEqual({ status: 0, printed: 'The entities are what the migrations make.\n' });
});
