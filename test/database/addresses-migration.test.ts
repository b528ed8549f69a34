/** A database of a former version, whatever addresses it has, is migrated to one form of addresses (decisions P14). */
import { expect, test } from '@jest/globals';
import { readConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { isMigrated, migrate } from '../../src/platform/database/migrate.ts';
import { runSql } from '../support/run-sql.ts';

const person = (id: number, email: string, proven = false) =>
  `insert into users (id, username, email, email_proven, first_name, last_name) values (${id}, 'u${id}', '${email}', ${proven}, 'A', 'B')`;
const invitation = (inviter: number, email: string) =>
  `insert into invitation (inviter_id, email) values (${inviter}, '${email}')`;

test('domains become ASCII, and addresses that become the same do not stop the migration', async () => {
  const database = await openDatabase(readConfig({ DATA_DIR: 'memory://' }));
  try {
    await database.orm.migrator.up({ to: '2026-11-25-search-in-order' });
    for (const sql of [
      person(1, 'Ann@Example.org'),
      person(2, 'Bob@россия.рф'),
      person(3, 'bob@XN--h1alffa9f.xn--p1ai', true),
      person(4, 'cho@россия.рф'),
      person(5, 'cho@xn--h1alffa9f.xn--p1ai'),
      person(6, "o''dan@bücher.example"),
      person(7, `eve@${'ü'.repeat(60)}.${'ö'.repeat(60)}.${'ä'.repeat(60)}.${'é'.repeat(60)}`),
      person(8, 'odd@россия.рф/..'),
      invitation(1, 'x@россия.рф'),
      invitation(1, 'X@xn--h1alffa9f.xn--p1ai'),
      invitation(2, 'x@россия.рф'),
    ])
      await runSql(database, sql);
    await migrate(database);
    expect(await isMigrated(database)).toBe(true);
    const users = await runSql<{ email: string; email_proven: boolean }>(
      database,
      'select email, email_proven from users where id <> 7 order by id',
    );
    expect(users.map(({ email, email_proven }) => [email, email_proven])).toEqual([
      ['Ann@Example.org', false],
      ['duplicate-2-of-3@address.invalid', false],
      ['bob@XN--h1alffa9f.xn--p1ai', true],
      ['cho@xn--h1alffa9f.xn--p1ai', false],
      ['duplicate-5-of-4@address.invalid', false],
      ["o'dan@xn--bcher-kva.example", false],
      ['odd@россия.рф/..', false],
    ]);
    expect(await runSql(database, 'select inviter_id, email from invitation order by inviter_id')).toEqual([
      { inviter_id: 1, email: 'x@xn--h1alffa9f.xn--p1ai' },
      { inviter_id: 2, email: 'x@xn--h1alffa9f.xn--p1ai' },
    ]);
    await expect(runSql(database, person(9, 'ANN@EXAMPLE.ORG'))).rejects.toThrow('users_email_unique');
    // The former version goes on inviting until it has ended.
    const former = `${invitation(1, 'x@example.org')} on conflict (inviter_id, lower(email)) do nothing`;
    await runSql(database, former);
  } finally {
    await database.close();
  }
});
