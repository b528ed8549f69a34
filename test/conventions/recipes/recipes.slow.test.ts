/**
 * The recipes of CONTRIBUTING.md lead to what they promise: in a copy of the repository, a mutation, a column of workouts, a figure of
 * stats and a REST row are added to the letter, with no further file, and all checks pass.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Copy } from './copy.ts';
import { column, figure, mutation, pinRules, publishing, row } from './edits.ts';
import { rule } from './rule.ts';
import { sectionOf } from './section.ts';

const isTried = process.env['RECIPES'] === 'on';
if (!isTried) process.stderr.write('the recipes in a copy, which take ten minutes: skipped, RECIPES is not on\n');
const long = isTried ? test : test.skip;

const copy = new Copy();
afterAll(() => copy.remove());

/** The end of what a command has printed, unless it succeeded. */
async function failed(command: string): Promise<string | null> {
  const { code, output } = await copy.run(command);
  return code === 0 ? null : `${command}: ${output.slice(-6000)}`;
}

describe('a recipe', () => {
  long(
    'of a mutation fails with a sentence that says what is missing',
    async () => {
      copy.edit(mutation.edits);
      const { code, output } = await copy.run('npm run schema');
      expect(code).not.toBe(0);
      expect(output).toContain('Mutation.pinComment states no scope: add a line like `scope:');
      copy.edit([pinRules]);
    },
    600_000,
  );

  long(
    'of a rule of visibility is followed by everything that reads',
    async () => {
      const { folder } = copy;
      const source = readFileSync(`${folder}/src/domain/rules/visibility.ts`);
      copy.edit([...rule.edits, ...rule.tests]);
      expect(await failed('npm run build --silent')).toBeNull();
      expect(await failed('test/support/jest.sh dist/test/rules/old-posts dist/test/rules/sees')).toBeNull();
      writeFileSync(`${folder}/src/domain/rules/visibility.ts`, source);
      for (const [file] of rule.tests) rmSync(`${folder}/${file}`);
    },
    600_000,
  );

  long(
    'leads to a service that passes all checks and the tests that it names',
    async () => {
      copy.edit([...mutation.tests, ...column.edits, ...column.tests]);
      expect(await failed('npm run schema')).toBeNull();
      const { output } = await copy.run('npx runners migration shoe');
      const [migration = output] = /^src\S+-shoe\.ts/.exec(output) ?? [];
      copy.edit(publishing(migration));
      copy.edit(figure.edits);
      expect(await failed('npm run schema')).toBeNull();
      expect(await failed('npx runners migration earliest-workout')).toBeNull();
      copy.edit([...row.edits, ...row.tests]);
      expect(await failed('npm run docs:examples')).toBeNull();
      expect(await failed('npm run docs')).toBeNull();
      expect(await failed('npm run format')).toBeNull();
      copy.raiseBudget();
      expect(await failed('npm run check')).toBeNull();
      const tests = [
        ...[...mutation.tests, ...row.tests].map(([file]) => file),
        ...['A mutation', 'A column', 'A figure of a user', 'A REST row'].flatMap((title) =>
          [...sectionOf(title).matchAll(/`(test\/[\w/-]+\.test\.ts)`/g)].map(([, file = '']) => file),
        ),
      ];
      const compiled = [...new Set(tests)].map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
      expect(await failed(`test/support/jest.sh ${compiled.join(' ')}`)).toBeNull();
    },
    1_800_000,
  );
});
