/** What `npx runners take-over extract` accepts in a file of SQL: one statement that only reads. */
import { describe, expect, test } from '@jest/globals';
import { checkedStatement } from '../extract/statement.ts';

const check = (text: string, dialect: 'postgres' | 'mysql' = 'postgres') =>
  checkedStatement('users.sql', text, dialect);

describe('a statement is accepted', () => {
  test.each([
    ['a SELECT', 'select 1'],
    ['with a semicolon and comments', '-- Users; delete\nSELECT id /* insert into; */ FROM auth_user;\n-- end\n'],
    ['that begins with WITH', 'WITH a AS (SELECT 1) SELECT * FROM a'],
    ['in parentheses', '(select 1) union all (select 2)'],
    ['with texts that look like others', `select 'it''s; delete from x', "update" from t`],
    ['with a text in dollars', `select $$ ; update $$, $a$ ; $$ delete $a$`],
    ['with an escaped quote', `select E'a\\'; delete', 1`],
    ['with a name that contains a word', 'select last_update, deleted, insert_id from t'],
    ['with functions that are named like writing', `select replace(a, 'x', 'y') from t`],
  ])('%s', (_what, text) => {
    expect(check(text)).toBe(text);
  });

  test('of MySQL, with its quotes and comments', () => {
    const text = "# users;\nselect `update`, 'a\\'; delete', \"into\" from t # ;";
    expect(check(text, 'mysql')).toBe(text);
  });

  test('after the mark that some editors write first', () => {
    expect(check('\uFEFFselect 1')).toBe('select 1');
  });
});

describe('a statement is refused', () => {
  test.each([
    ['none', ' -- nothing\n', /no statement in it/],
    ['two', 'select 1; select 2', /more than one statement/],
    ['that writes', 'delete from auth_user', /only SELECT and WITH/],
    ['that ends the transaction', 'commit', /only SELECT and WITH/],
    ['that writes in WITH', 'with gone as (delete from t returning id) select * from gone', /cannot contain DELETE/],
    ['that makes a table', 'select * into copy from t', /cannot contain INTO/],
    ['that locks', 'select * from t for update', /cannot contain UPDATE/],
    ['that shares', 'select * from t for share', /cannot contain FOR SHARE/],
    ['after a text that is not closed elsewhere', `select 'a\\'; delete from t; --'`, /more than one statement/],
  ])('%s', (_what, text, fault) => {
    expect(() => check(text)).toThrow(fault);
    expect(() => check(text)).toThrow(/^users\.sql: /);
  });

  test.each([
    ['that writes a file', "select * from t into outfile '/tmp/t'", /cannot contain INTO/],
    ['in a comment that the server runs', 'select 1 /*!50000 into outfile "x" */', /is run by the server/],
    ['in such a comment of MariaDB', 'select 1 /*M! + 1 */', /is run by the server/],
    ['that locks', 'select 1 lock in share mode', /cannot contain LOCK IN SHARE MODE/],
  ])('of MySQL %s', (_what, text, fault) => {
    expect(() => check(text, 'mysql')).toThrow(fault);
  });
});
