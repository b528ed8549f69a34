/**
 * The embedded database prepares its statements by name and evicts them when they fail or there are too many, inside
 * and outside of transactions.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { driverOf } from '../connection/driver.ts';
import { openEmbeddedDatabase } from '../embedded/embedded.ts';
import type { UnobservedDatabase } from '../transaction/write-listeners.ts';
import { driver, given, read, write } from './given.ts';

let database: UnobservedDatabase;

beforeAll(async () => {
  database = await openEmbeddedDatabase('memory://', given, await driverOf({ driver }));
  await database.all(write('test_create', 'create table thing (id int primary key, name text, at timestamptz)'), []);
});

afterAll(() => database.close());

const insert = write('test_insert', 'insert into thing (id, name, at) values ($1, $2, $3)');
const things = read<object>('test_read', 'select * from thing order by id');

test('values and rows are those of the columns', async () => {
  const at = new Date('2026-02-28T23:59:59.123Z');
  await database.all(insert, [1, 'naïve ☃ \\ \' "', at]);
  await database.all(insert, [2, null, null]);
  await database.all(insert, [3, '', at]);
  const rows = await database.all(things, []);
  expect(rows).toMatchObject([{ id: 1, name: 'naïve ☃ \\ \' "' }, { id: 2, name: null, at: null }, { name: '' }]);
  const chosen = read<{ n: number }>('test_chosen', 'select count(*)::int n from thing where id = any($1) and at = $2');
  expect(await database.one(chosen, [[1, 2, 3], at])).toEqual({ n: 2 });
  const types = read<object>('test_types', 'select $1::bytea b, $2::jsonb j, $3::int8 i, $4::bool t, $5::text[] a');
  const values = [Buffer.from([0, 255]), '{"k":[1]}', 2n ** 53n, false, ['a,b', '"']];
  const [row] = await database.all(types, values);
  // The driver's own way.
  const [direct] = [await database.execute({ text: types.text, values })].flat();
  expect(row).toEqual(direct?.rows[0]);
});

test('a statement that fails runs again once it is right', async () => {
  await expect(database.all(insert, [1, 'again', null])).rejects.toMatchObject({ code: '23505' });
  const late = read<object>('test_late', 'select id from late');
  await expect(database.all(late, [])).rejects.toMatchObject({ code: '42P01' });
  await database.all(write('test_create late', 'create table late (id int)'), []);
  expect(await database.all(late, [])).toEqual([]);
  expect(await database.all(things, [])).toHaveLength(3);
});

test('more statements than are kept are prepared again', async () => {
  const many = Array.from({ length: 700 }, (_, n) => read<{ n: number }>(`test_many ${n}`, `select ${n} + $1::int n`));
  for (const more of [0, 1])
    for (const [n, one] of many.entries()) expect(await database.one(one, [more])).toEqual({ n: n + more });
  const prepared = read<{ n: number }>('test_prepared', 'select count(*)::int n from pg_prepared_statements');
  expect((await database.one(prepared, []))?.n).toBeLessThanOrEqual(501);
});

test('a statement follows a table that grows and columns that change', async () => {
  for (let run = 0; run < 250; run++) expect(await database.all(things, [])).toHaveLength(3);
  await database.all(write('test_more', 'alter table thing add column more int default 7'), []);
  // As on a server, a run whose columns have changed under it may fail once.
  await database.all(things, []).catch(() => {});
  expect((await database.all(things, []))[0]).toMatchObject({ id: 1, more: 7 });
});

test('a failed transaction leaves nothing, and its statements can not be used after its end', async () => {
  let leaked: (() => Promise<unknown>) | undefined;
  const failed = database.transaction(async (tx) => {
    leaked = () => tx.all(things, []);
    await tx.all(insert, [10, 'ten', null]);
    await tx.all(insert, [10, 'ten', null]);
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await database.all(things, [])).toHaveLength(3);
  await expect(leaked?.()).rejects.toThrow('the transaction has ended');
});

test('statements beside a transaction wait for its end', async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const transaction = database.transaction(async (tx) => {
    await tx.all(insert, [20, 'twenty', null]);
    begun.resolve();
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    order.push('transaction');
  });
  await begun.promise;
  const beside = database.all(things, []).then((rows) => order.push(`read ${rows.length}`));
  await Promise.all([transaction, beside]);
  expect(order).toEqual(['transaction', 'read 4']);
});
