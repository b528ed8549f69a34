/** A name of the contract is a string in at most two files outside of tests. */
import { expect, test } from '@jest/globals';
import { contractNames, repeatedNames } from './contract-names.ts';

const reads = (file: string) => ({ file: `rest-compat/${file}.ts`, source: "const id = args.id('post_id');\n" });
const declares = (file: string) => ({
  file: `rest-compat/endpoints/${file}.ts`,
  source: 'query: { post_id: postId },\n',
});
const column = (file: string) => ({ file: `src/domain/feed/${file}.ts`, source: "of: 'post_id',\n" });

test('fields of records and parameters of rows are names of the contract', () => {
  expect(contractNames()).toEqual(expect.arrayContaining(['post_id', 'resource_uri', 'first_name', 'run_date']));
});

test('two files that read a name, the rows that declare it and columns of the database are accepted', () => {
  const files = [reads('args'), reads('feed'), declares('pictures'), declares('events'), column('likes'), column('a')];
  expect(repeatedNames(['post_id'], files)).toEqual([]);
});

test('a third file that reads a name is refused', () => {
  expect(repeatedNames(['user_id', 'post_id'], [reads('args'), reads('feed'), reads('pictures')])).toEqual([
    'post_id is a string in 3 files: rest-compat/args.ts, rest-compat/feed.ts, rest-compat/pictures.ts',
  ]);
});
