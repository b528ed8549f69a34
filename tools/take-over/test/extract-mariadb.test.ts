/** `npx runners take-over extract` from MariaDB: odd values of its types, dates of zero, and columns that are not UTF-8. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { newExtracting, newMariadb } from './other-servers.ts';

const database = await newMariadb();
if (!database) process.stderr.write('an extract from MariaDB: skipped, none answers at TEST_MARIADB_URL\n');
const extracting = await newExtracting();
afterAll(() => Promise.all([database?.remove(), extracting.remove()]));

const onServer = database ? describe : describe.skip;
onServer('values of MariaDB', () => {
  const { url = '', run = async () => [] } = database ?? {};

  test('of all types arrive as JSON', async () => {
    await run(`create table user (
      id bigint unsigned, username varchar(300), first_name longtext, old varchar(20) character set latin1,
      is_active tinyint(1), is_staff bit(1), placement tinyint(1), small smallint, exact decimal(30, 3), rounded decimal(20, 10),
      single_number float, double_number double, none text, naive datetime(6), joined timestamp null, born date, took time,
      made year, preferences json, extra longtext, raw blob, bits bit(12), kind enum('a', 'b'), kinds set('x', 'y'))`);
    await run(`insert into user values (
      1, 'emoji 🏃‍♀️ "quoted" \\\\ \\t\\n\\0', repeat('long ', 50000), 'Zoë',
      1, b'0', 1, -32768, 123456789012345678.125, 12.5,
      0.1, 0.1, null, '2012-05-06 07:08:09.123456', '2012-05-06 07:08:09', '1980-02-29', '12:34:56',
      2012, '{"distance": "miles", "big": 123456789.123456789}', '[1,\\n "zwei"]', x'41e942', b'100000000001', 'b', 'x,y')`);
    await run(`insert into user (id, is_active, naive, joined, born) values
      (18446744073709551615, 0, '0000-00-00 00:00:00', '0000-00-00 00:00:00', '0000-00-00'), (3, 7, null, null, '1980-00-10')`);
    await extracting.write({ users: 'select * from user order by id = 1 desc, id desc;' });
    const printed = await extracting.extract(url);
    const [first = '', second = '', third = ''] = await extracting.lines('users');
    expect(JSON.parse(first)).toEqual({
      id: 1,
      username: 'emoji 🏃‍♀️ "quoted" \\ \t\n\0',
      first_name: 'long '.repeat(50_000),
      old: 'Zoë',
      is_active: true,
      is_staff: false,
      placement: 1,
      small: -32768,
      exact: '123456789012345678.125',
      rounded: 12.5,
      single_number: 0.1,
      double_number: 0.1,
      none: null,
      naive: '2012-05-06T07:08:09.123456',
      joined: expect.stringMatching(/^2012-05-06T\d\d:08:09Z$/),
      born: '1980-02-29',
      took: '12:34:56',
      made: 2012,
      preferences: { distance: 'miles', big: expect.closeTo(123456789.1234568, 6) },
      extra: [1, 'zwei'],
      raw: 'A\uFFFDB',
      bits: 2049,
      kind: 'b',
      kinds: 'x,y',
    });
    expect(first).toContain('"big": 123456789.123456789');
    const empty = { naive: null, joined: null, born: null };
    expect(JSON.parse(second)).toMatchObject({ id: '18446744073709551615', is_active: false, ...empty });
    expect(JSON.parse(third)).toMatchObject({ id: 3, is_active: 7, ...empty });
    expect(printed).toEqual(
      expect.arrayContaining([
        'users.raw: 1 value had bytes that are not UTF-8; U+FFFD stands in their place.',
        'users.naive: 1 value had a month or a day of zero, and became null.',
        'users.born: 2 values had a month or a day of zero, and became null.',
        'users.is_active: 1 value should have been true or false, and stayed as they were.',
      ]),
    );
  });

  test('of a moment are in UTC, whatever the zone of the server', async () => {
    await run("set time_zone = '+05:30'");
    await run('create table moments (id int, at timestamp null)');
    await run("insert into moments values (1, '2012-05-06 12:00:00')");
    await run("set time_zone = '+00:00'");
    await extracting.write({ posts: 'select id, at as created_date from moments' });
    await extracting.extract(url);
    expect(await extracting.lines('posts')).toEqual(['{"id":1,"created_date":"2012-05-06T06:30:00Z"}']);
  });

  test('that SQL joins to JSON are not cut off', async () => {
    await run('create table liked (post int, user int)');
    await run('insert into liked select 1, seq from seq_1_to_300000');
    await extracting.write({
      posts: `select 1 as id, (select concat('[', group_concat(user order by user), ']') from liked) as likers,
        (select json_arrayagg(user) from liked) as extra`,
    });
    await extracting.extract(url);
    const [line = ''] = await extracting.lines('posts');
    const { likers, extra } = JSON.parse(line) as { likers: number[]; extra: number[] };
    expect([likers.length, extra.length, likers.at(-1)]).toEqual([300_000, 300_000, 300_000]);
  });

  test('come in rows of all sizes, in their order', async () => {
    await extracting.write({
      workouts: `select seq as id, repeat('x', if(seq % 1000 = 0, 3000000, seq % 50)) as title from seq_1_to_5003 order by seq`,
      routes: 'select 1 as id from dual where false',
    });
    await extracting.extract(url);
    const workouts = (await extracting.lines('workouts')).map(
      (line) => JSON.parse(line) as { id: number; title: string },
    );
    expect(workouts.map(({ id }) => id)).toEqual(Array.from({ length: 5003 }, (_, i) => i + 1));
    expect(workouts.filter(({ title }) => title.length === 3_000_000)).toHaveLength(5);
    expect(await extracting.lines('routes')).toEqual([]);
  });

  test('are not found by a statement with a mistake', async () => {
    await extracting.write({ users: 'select nothing from user' });
    await expect(extracting.extract(url)).rejects.toThrow("users.sql: Unknown column 'nothing' in");
    await extracting.write({ users: 'select 1 as id, (select id from user) as two' });
    await expect(extracting.extract(url)).rejects.toThrow('users.sql: Subquery returns more than 1 row');
    await extracting.write({ users: 'select 1 as id, 2 as id' });
    await expect(extracting.extract(url)).rejects.toThrow('users.sql: the column id comes twice');
  });

  test('of tables without transactions are named', async () => {
    await run('create table old_posts (id int) engine = MyISAM');
    await extracting.write({ posts: 'select id from old_posts' });
    expect((await extracting.extract(url))[0]).toBe(
      'These tables have no transactions, so nothing may be written to them during the extract: old_posts.',
    );
  });
});
