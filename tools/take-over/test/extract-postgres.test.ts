/** `npx runners take-over extract` from PostgreSQL: odd values of its types, databases without an encoding, and rows of all sizes. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { newExtracting, newPostgres } from './other-servers.ts';

const database = await newPostgres();
if (!database) process.stderr.write('an extract from PostgreSQL: skipped, TEST_DATABASE_URL is not set\n');
const sqlAscii = await newPostgres("encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0");
const extracting = await newExtracting();
afterAll(() => Promise.all([database?.remove(), sqlAscii?.remove(), extracting.remove()]));

const onServer = database ? describe : describe.skip;
onServer('values of PostgreSQL', () => {
  const { url = '', run = async () => [] } = database ?? {};

  test('of all types arrive as JSON', async () => {
    await run(`create table "user" (
      id bigint, username varchar(300), first_name text, is_active boolean, is_staff smallint, big bigint, small smallint,
      exact numeric, rounded numeric(20, 10), real_number real, double_number double precision, none text,
      naive timestamp, joined timestamptz, born date, tokens json, likers integer[], preferences jsonb, extra text, raw bytea,
      code uuid, flags bit(4), fixed char(5))`);
    await run(`insert into "user" values (
      1, 'emoji 🏃‍♀️ "quoted" \\ \t\n', repeat('long ', 50000), true, 1, 9007199254740992, -32768,
      12345678901234567890.123, 12.5000000000, 0.1, 0.1, null,
      '2012-05-06 07:08:09.123456', '2012-05-06 07:08:09+02', '1980-02-29', '{"a":\n 12345678901234567890}', '{3,1,2}',
      '{"distance": "miles", "big": 123456789.123456789}', '[1, "zwei"]', '\\x41e942',
      'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', b'1010', 'ab')`);
    await run(`insert into "user" (id, naive, joined, exact, double_number) values
      (2, 'infinity', '-infinity', 'NaN', '-infinity'), (3, '0044-03-15 01:02:03 BC', null, 0, 1e300)`);
    await extracting.write({
      users: `select id, username, first_name, is_active, is_staff, big, small, exact, rounded, real_number, double_number,
        none, naive, joined, born, tokens, likers, preferences, extra, raw, code, flags, fixed from "user" order by id`,
    });
    const printed = await extracting.extract(url);
    const [first = '', second = '', third = ''] = await extracting.lines('users');
    expect(JSON.parse(first)).toEqual({
      id: 1,
      username: 'emoji 🏃‍♀️ "quoted" \\ \t\n',
      first_name: 'long '.repeat(50_000),
      is_active: true,
      is_staff: true,
      big: '9007199254740992',
      small: -32768,
      exact: '12345678901234567890.123',
      rounded: 12.5,
      real_number: 0.1,
      double_number: 0.1,
      none: null,
      naive: '2012-05-06T07:08:09.123456',
      joined: '2012-05-06T05:08:09Z',
      born: '1980-02-29',
      tokens: { a: Number('12345678901234567890') },
      likers: [3, 1, 2],
      preferences: { distance: 'miles', big: expect.closeTo(123456789.1234568, 6) },
      extra: [1, 'zwei'],
      raw: 'A\uFFFDB',
      code: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
      flags: 10,
      fixed: 'ab   ',
    });
    expect(first).toContain('"big": 123456789.123456789');
    expect(first).toContain('{"a":  12345678901234567890}');
    expect(JSON.parse(second)).toMatchObject({ naive: 'infinity', joined: '-infinity', exact: 'NaN' });
    expect(JSON.parse(third)).toMatchObject({ naive: '0044-03-15 01:02:03 BC', exact: 0, double_number: 1e300 });
    expect(printed).toContain('users.raw: 1 value had bytes that are not UTF-8; U+FFFD stands in their place.');
  });

  test('come in rows of all sizes, in their order', async () => {
    await extracting.write({
      workouts: `select i as id, repeat('x', case when i % 1000 = 0 then 3000000 else i % 50 end) as title
        from generate_series(1, 5003) i order by i`,
      routes: 'select 1 as id where false',
      posts: 'select i as id from generate_series(1, 2000) i',
    });
    const printed = await extracting.extract(url);
    const workouts = (await extracting.lines('workouts')).map(
      (line) => JSON.parse(line) as { id: number; title: string },
    );
    expect(workouts.map(({ id }) => id)).toEqual(Array.from({ length: 5003 }, (_, i) => i + 1));
    expect(workouts.filter(({ title }) => title.length === 3_000_000).map(({ id }) => id)).toEqual([
      1000, 2000, 3000, 4000, 5000,
    ]);
    expect(await extracting.lines('routes')).toEqual([]);
    expect(await extracting.lines('posts')).toHaveLength(2000);
    expect(printed).toEqual(expect.arrayContaining([expect.stringMatching(/^workouts: 5003 rows, 15\.\d MB in /)]));
  });

  test('of a database without an encoding have their invalid bytes replaced', async () => {
    await sqlAscii?.run(`create table auth_user as select 1 as id, convert_from('\\x4de9', 'SQL_ASCII') as first_name`);
    await sqlAscii?.run(`insert into auth_user values (2, convert_from('\\xc3bc', 'SQL_ASCII'))`);
    await extracting.write({ users: 'select id, first_name from auth_user order by id' });
    const printed = await extracting.extract(sqlAscii?.url ?? '');
    expect(await extracting.lines('users')).toEqual(['{"id":1,"first_name":"M\uFFFD"}', '{"id":2,"first_name":"ü"}']);
    expect(printed).toContain('users.first_name: 1 value had bytes that are not UTF-8; U+FFFD stands in their place.');
  });

  test('do not change, whatever a statement calls', async () => {
    await run('create sequence counted');
    await extracting.write({ users: "select nextval('counted') as id" });
    await expect(extracting.extract(url)).rejects.toThrow(
      'users.sql: cannot execute nextval() in a read-only transaction',
    );
  });

  test('are not found by a statement with a mistake, whose line is named', async () => {
    await extracting.write({ users: '-- 🏃\nselect id,\n  nothing\nfrom "user"' });
    await expect(extracting.extract(url)).rejects.toThrow('users.sql, line 3: column "nothing" does not exist');
    await extracting.write({ users: 'select id, 1 / (id - 2) as half from "user" order by 1' });
    await expect(extracting.extract(url)).rejects.toThrow('users.sql: division by zero');
    await extracting.write({ users: 'select 1 as id, 2 as id' });
    await expect(extracting.extract(url)).rejects.toThrow('users.sql: the column id comes twice');
  });
});
