/** The TypeScript types that are printed for the documents of all rows compile, and describe what is sent and answered. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { exportOperations } from '../operations/export-operations.ts';
import { Translator } from '../translator.ts';
import { table } from '../../../rest-compat/table.ts';
import { globalId } from '../../../schema/global-id.ts';
import { executableSchema } from '../../../schema/index.ts';
import { as, cast } from '../../../test/support/cast.ts';
import { testService } from '../../../test/support/service.ts';
import { record } from '../../../test/support/workouts.ts';

const service = await testService({ PLAYGROUND: 'on' });
const { ann } = await cast(service);
const { workout } = await record(ann, { privacy: 'friends' });
const translator = new Translator(executableSchema());
const folder = await mkdtemp(join(tmpdir(), 'types-'));
afterAll(() => rm(folder, { recursive: true }));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Compiles the text strictly. Returns the errors. */
async function errorsIn(text: string): Promise<string> {
  const file = join(folder, 'types.ts');
  await writeFile(file, text);
  try {
    execFileSync(process.execPath, [compiler, '--noEmit', '--strict', '--ignoreConfig', file], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const namespaces = Object.keys(table)
  .map((label, i) => `/** ${label} */ export namespace Row${i} {\n${translator.row(label)?.typescript}\n}`)
  .join('\n');

test('all of them compile', async () => {
  expect(await errorsIn(namespaces)).toBe('');
});

test('the operations of all rows, exported as one file, compile', async () => {
  const needed = Object.values(table).map(({ document }) => ({ document, paths: null }));
  expect(await errorsIn(await exportOperations(executableSchema(), needed, 'typescript'))).toBe('');
});

test('they fit an answer, and do not fit another one', async () => {
  const { typescript = '', document } = translator.row('GET /workout/[workout_id]/') ?? {};
  const variables = { id: globalId('Workout', workout) };
  const { data } = await as(ann).graphql(document?.text ?? '', variables);
  const using = (answer: unknown) =>
    `${typescript}\nexport const variables: OneWorkoutVariables = ${JSON.stringify(variables)};\nexport const result: OneWorkoutResult = ${JSON.stringify(answer)};`;
  expect(await errorsIn(using(data))).toBe('');
  expect(await errorsIn(using({ workout: { ...(data?.['workout'] as object), title: null } }))).toMatch(/TS2322/);
});
