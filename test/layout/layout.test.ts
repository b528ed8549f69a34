/** The rules of the folder `test/`: folders, headings and lengths of test files. */
import { expect, test } from '@jest/globals';
import { faultsOf, mostLines } from './layout.ts';

const heading = '/** Comments over REST. */\n';

test.each<[what: string, file: string, source: string]>([
  ['in a folder, with a heading', 'test/feed/comments.test.ts', `${heading}import x;\n`],
  [
    'with a heading of several lines',
    'test/feed/comments.test.ts',
    '/**\n * Comments over REST.\n * Rows: `X`.\n */\n',
  ],
  ['that is no test, without a heading', 'test/support/cast.ts', 'import x;\n'],
  ['of as many lines as a file may have', 'test/feed/comments.test.ts', heading + 'x;\n'.repeat(mostLines - 1)],
])('a file %s is right', (_what, file, source) => {
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
  ['with a heading that says nothing', 'test/feed/comments.test.ts', '/** */\nimport x;\n', /does not begin/],
  ['with one line too many', 'test/feed/comments.test.ts', heading + 'x;\n'.repeat(mostLines), /has 301 lines/],
])('a file %s is not', (_what, file, source, fault) => {
  expect(faultsOf(file, source)).toEqual([expect.stringMatching(fault)]);
});
