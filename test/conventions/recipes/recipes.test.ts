/** The recipes of CONTRIBUTING.md name what they change, and fit it: `recipes.slow.test.ts` carries them out. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { edited } from './copy.ts';
import { column, figure, mutation, pinRules, row } from './edits.ts';
import type { Recipe } from './edits.ts';
import { rule } from './rule.ts';
import { sectionOf } from './section.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const filesOf = (edits: Recipe['edits']) => [...new Set(edits.map(([file]) => file))];

const recipes: [title: string, Recipe, most: number][] = [
  ['A mutation', { ...mutation, edits: [...mutation.edits, pinRules] }, 2],
  ['A column', column, 5],
  ['A figure of a user', figure, 4],
  ['A REST row', row, 1],
  ['A rule of visibility', rule, 1],
];

describe('a recipe', () => {
  test.each(recipes)('%s names each file that is changed by hand', (title, { edits }, most) => {
    const files = filesOf(edits);
    expect(files.length).toBeLessThanOrEqual(most);
    const described = sectionOf(title);
    // Of a new file, the recipe names the folder.
    const isNamed = (file: string) => described.includes(`\`${file}\``) || described.includes(`\`${dirname(file)}/\``);
    expect(files.filter((file) => !isNamed(file))).toEqual([]);
  });

  test.each(recipes)('%s fits the files that it changes', (_title, { edits, tests }) => {
    const changed = new Map<string, string>();
    for (const edit of [...edits, ...tests]) {
      const [file] = edit;
      const source = existsSync(root + file) ? readFileSync(root + file, 'utf8') : null;
      changed.set(file, edited(changed.get(file) ?? source, edit));
    }
    expect([...changed.keys()].toSorted()).toEqual(filesOf([...edits, ...tests]).toSorted());
  });
});
