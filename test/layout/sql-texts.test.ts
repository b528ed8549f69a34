/** No file of the service searches the text of an SQL statement, or makes another of it. */
import { expect, test } from '@jest/globals';
import { sqlSearchesOf } from './sql-texts.ts';

const imports = "import { statement } from '../../platform/database/statement.ts';\n";

test.each<[file: string, source: string]>([
  ['src/domain/feed/comment.queries.ts', `${imports}statement.read('c', sql\`select \${columns} from comment\`);\n`],
  ['src/domain/feed/comment.queries.ts', `${imports}const name = file.replaceAll('-', '_');\n`],
  ['src/platform/text.ts', "const parts = text.split('\\n');\n"],
])('a file %s that puts its statements together is accepted', (file, source) => {
  expect(sqlSearchesOf(file, source)).toEqual([]);
});

test.each([
  "const up = down.text.replaceAll('desc', 'asc');\n",
  String.raw`const limits = [...text.matchAll(/\blimit \$(\d+)/g)];` + '\n',
  'const isDescending = /desc/.test(wanted.text);\n',
  "const wider = workoutSql.split('from');\n",
  "const wider = sql`select 1`.text.replace('1', '2');\n",
])('a file with %s is refused', (source) => {
  expect(sqlSearchesOf('src/platform/database/answer-texts.ts', imports + source)).toEqual([
    expect.stringContaining('searches the text of a statement'),
  ]);
});
