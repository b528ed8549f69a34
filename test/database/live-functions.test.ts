/** The functions of triggers that tell of changes are silent where a transaction asks for it, in databases of any release. */
import { afterAll, expect, test } from '@jest/globals';
import { readConfig } from '../../src/platform/config.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrationsList } from '../../src/platform/database/migrations/index.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { runSql } from '../support/run-sql.ts';

const database = await openDatabase(readConfig({ DATA_DIR: 'memory://' }));
await migrate(database);
afterAll(() => database.close());

/** The functions of triggers, by name. */
async function functions(of: Database): Promise<Map<string, string>> {
  const rows = await runSql(
    of,
    `select proname, prosrc from pg_proc where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype`,
  );
  return new Map(rows.map((row) => [String(row['proname']), String(row['prosrc'])]));
}

const isTelling = (name: string) => /^(?:live|notify)_/.test(name);
const silence = /^\s*begin\s+if current_setting\('runners\.silent', true\) = 'on' then return null; end if;\s/;
const current = await functions(database);
const telling = [...current.keys()].filter(isTelling);

test('each begins with the silence, and no other function writes what is told', () => {
  expect(telling.length).toBeGreaterThanOrEqual(30);
  for (const [name, text] of current) {
    const isSilent = silence.test(text);
    const writes = /\binto\s+(?:live_event|notification)\b/.test(text);
    expect([name, isSilent]).toEqual([name, isTelling(name)]);
    expect([name, writes && !isTelling(name)]).toEqual([name, false]);
  }
});

test('a database of a release before has the functions of the migration after it', async () => {
  const other = await openDatabase(readConfig({ DATA_DIR: 'memory://' }));
  try {
    const to = migrationsList.find(({ name }) => name.endsWith('-live-functions'))?.name ?? '';
    await other.orm.migrator.up({ to });
    const made = await functions(other);
    // Those of later migrations are not there yet.
    for (const name of telling.filter((one) => made.has(one)))
      await runSql(
        other,
        `create or replace function ${name}() returns trigger language plpgsql as $$ begin insert into live_event default values; return null; end $$`,
      );
    await runSql(other, 'delete from migrations where name = ?', [to]);
    await other.orm.migrator.up({ to });
    expect(Object.fromEntries(await functions(other))).toEqual(Object.fromEntries(made));
  } finally {
    await other.close();
  }
});
