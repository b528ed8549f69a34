/** The files of the folder `test/` have to be in a folder, begin with a heading, and have a limited length. */
import { expect, test } from '@jest/globals';
import { faultsOf, mostLines, mostProductLines, productFaultsOf } from './layout.ts';

const heading = '/** Comments over REST. */\n';

test.each<[what: string, file: string, source: string]>([
  ['in a folder, with a heading', 'test/feed/comments.test.ts', `${heading}import x;\n`],
  [
    'with a heading of several lines',
    'test/feed/comments.test.ts',
    '/**\n * Comments over REST.\n * Rows: `X`.\n */\n',
  ],
  ['without a heading that is not a test', 'test/support/cast.ts', 'import x;\n'],
  ['with the largest number of lines', 'test/feed/comments.test.ts', heading + 'x;\n'.repeat(mostLines - 1)],
])('a file %s is accepted', (_what, file, source) => {
  expect(faultsOf(file, source)).toEqual([]);
});

test.each<[what: string, file: string, source: string, fault: RegExp]>([
  ['directly in test/', 'test/comments.test.ts', heading, /directly in test/],
  [
    'without a heading',
    'test/feed/comments.test.ts',
    'import x;\n/** A comment. */\n',
    /does not begin with a comment/,
  ],
  ['with an empty heading', 'test/feed/comments.test.ts', '/** */\nimport x;\n', /does not begin/],
  ['with one line too many', 'test/feed/comments.test.ts', heading + 'x;\n'.repeat(mostLines), /has 301 lines/],
])('a file %s is refused', (_what, file, source, fault) => {
  expect(faultsOf(file, source)).toEqual([expect.stringMatching(fault)]);
});

test.each<[what: string, source: string, faults: RegExp[]]>([
  ['that is short', 'x;\n'.repeat(mostProductLines), []],
  ['that is too long', 'x;\n'.repeat(mostProductLines + 1), [/has 251 lines, more than 250/]],
  ['that enters a folder by its door', "import { a } from './fast/index.ts';\n", []],
  ['that enters a folder by its own files', "import { a } from '../fast/b.ts';\n", [/imports \.\.\/fast\/b\.ts/]],
])('a file of the product %s', (_what, source, faults) => {
  expect(productFaultsOf(source)).toEqual(faults.map((fault) => expect.stringMatching(fault)));
});
