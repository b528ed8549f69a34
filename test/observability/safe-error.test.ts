/** Errors are logged with names and codes, and without values, addresses or credentials. */
import { expect, test } from '@jest/globals';
import { statementName } from '@runners/postgres';
import { safeError } from '../../src/platform/observability/safe-error.ts';

const secrets = /ann@example|hunter2|Dear diary|abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG/;

/** An error as pg-boss reports those of its workers. */
const copied = ({ message, stack }: Error) => ({ message, stack, queue: 'mail' });

test.each([
  Object.assign(
    new Error(`insert into "users" ("email") values ('ann@example.com', 'hunter2') - duplicate key value`),
    {
      code: '23505',
      constraint: 'users_email',
      detail: 'Key (email)=(ann@example.com) already exists.',
      query: `insert 'hunter2'`,
      parameters: ['hunter2'],
    },
  ),
  Object.assign(new Error('invalid input syntax for type integer: "Dear diary"'), { severity: 'ERROR', code: '22P02' }),
  Object.assign(new Error(`Can't send mail - all recipients were rejected: 550 <ann@example.com> unknown`), {
    response: '550 <ann@example.com>',
    rejected: ['ann@example.com'],
  }),
  new Error('new row violates check constraint\n - detail: Failing row contains (1, Dear diary)'),
  new Error(`insert into "x" values ('one\nDear diary - hunter2') - failed`),
  new Error('connect to redis://user:hunter2@redis failed'),
  new Error('GET /media/picture/1?access_key=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG failed'),
  new Error('Authorization: ApiKey ann:hunter2'),
  new Error('Unexpected token D, "Dear diary" is not valid JSON'),
  copied(new Error('a worker failed at ann@example.com')),
  new Error('outside', { cause: new Error(`update "users" set "email" = 'ann@example.com'`) }),
])('%s', (error) => {
  const shown = JSON.stringify(safeError(error));
  expect(shown).not.toMatch(secrets);
  expect(shown).toContain('"type":"Error"');
  expect(shown).toMatch(/ {4}at /);
});

test.each([
  [{ name: 'user_by_id', text: 'select 1' }, 'user_by_id'],
  [{ text: `insert into "users" ("email") values ('x from "y"')` }, 'unnamed insert users'],
  [{ text: `update "profile" set "about" = 'delete from "secret"'` }, 'unnamed update profile'],
  [{ text: `select 'insert into hunter2'` }, 'unnamed select'],
  [{ text: 'begin; set local statement_timeout = 1' }, 'begin'],
])('%j is called %s', (query, name) => expect(statementName(query)).toBe(name));
