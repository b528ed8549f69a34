/** Each part of the repository stays within its budget of lines and exports (`budgets.json`). */
import { expect, test } from '@jest/globals';
import { budgetFaults, budgetsOf, partOf, sizeOf } from './budgets.ts';

const budgets = { service: { lines: 10, exports: 2 } };

test.each<[what: string, size: [lines: number, exports: number], faults: RegExp[]]>([
  ['within its budget', [10, 2], []],
  ['with too many lines', [11, 2], [/^allows service 10 lines, and it has 11: remove some/]],
  ['with too many exports', [1, 3], [/^allows service 2 exports, and it has 3/]],
])('a part %s', (_what, [lines, exports], faults) => {
  expect(budgetFaults(budgets, new Map([['service', { lines, exports }]]))).toEqual(
    faults.map((fault) => expect.stringMatching(fault)),
  );
});

test('a part without a budget, and a budget without a part, are told', () => {
  expect(budgetFaults(budgets, new Map([['tools/new', { lines: 1, exports: 1 }]]))).toEqual([
    'has no budget for tools/new: give it one in budgets.json',
    'has a budget for service, which is not there',
  ]);
});

test('lines and names are counted', () => {
  const source = 'const a = 1;\nexport { a, b };\nexport type { C } from "./c.ts";\nexport function d() {}\n';
  expect(sizeOf(source)).toEqual({ lines: 4, exports: 4 });
});

test('a file counts to the budget of its part, and to that of all of its kind', () => {
  expect(['src/a.ts', 'schema/a.ts', 'packages/wire/a.ts', 'tools/prove/a/b.ts'].map(partOf)).toEqual([
    'service',
    'service',
    'packages/wire',
    'tools/prove',
  ]);
  expect(['service', 'packages/wire', 'tools/prove', 'tools/trials'].map(budgetsOf)).toEqual([
    ['service'],
    ['packages/wire', 'packages'],
    ['tools/prove', 'tools'],
    ['tools/trials'],
  ]);
});
