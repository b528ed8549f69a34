/**
 * Prints each place of taking over that loses a column which the tables and the bundle have, and which nobody has named there: loading, reading
 * back, the marks of what was changed here, merging, and the move to PostgreSQL.
 */
import { addedColumn, serviceWithAddedColumns, tables, told } from '../../../test/support/added-columns.ts';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestService } from '../../../test/support/service.ts';
import * as f from '../bundle/field.ts';
import type { Fields } from '../bundle/field.ts';
import { files } from '../bundle/files.ts';
import { preferences, profile } from '../bundle/tables/accounts.ts';
import type { Records } from './bundle-maker.ts';

/** The tables of the files of a bundle. */
const tableOf = {
  users: 'users',
  friendships: 'friendship',
  blocks: 'block',
  invitations: 'invitation',
  workouts: 'workout',
  posts: 'post',
  pictures: 'picture',
  comments: 'comment',
  conversations: 'conversation',
  messages: 'message',
  routes: 'route',
  events: 'event',
  event_participants: 'event_participant',
  sponsors: 'event_sponsor',
} as const;
type File = keyof typeof tableOf;
/** The tables of records within those of people. */
const within = { preferences, profile };

const added = (fields: Fields, table: string) =>
  Object.assign(fields, { [addedColumn(table)]: f.withDefault(f.text, 'first', 'It was added.', 'first') });
for (const [file, table] of Object.entries(tableOf)) added(files[file as File].fields, table);
for (const [table, fields] of Object.entries(within)) added(fields, table);

const { service, sql } = await serviceWithAddedColumns();
const { exampleRecords, writeReadableBundle } = await import('./bundle-maker.js');
const { kinds } = await import('../load/kinds.js');
const { ledger } = await import('../load/ledger.js');
const { loaded, verified } = await import('./loading.js');
const { tablesOf } = await import('../move/tables.js');
const { marksIn, tagOf } = await import('../../../src/domain/taking-over/marks.js');

const lost = new Set<string>();
const all = [...Object.entries(tableOf), ...Object.keys(within).map((table) => ['users', table] as const)] as [
  File,
  string,
][];
/** Files of which nothing is read back, because nothing of their records can be changed here. */
const unread: readonly string[] = ['blocks', 'invitations'];
const changeable = all.filter(([file]) => !unread.includes(file));
const isThere = async (value: string, place: string, of = all) => {
  for (const [, table] of of) {
    const column = addedColumn(table);
    const [row] = await sql(`select bool_and(${column} is not distinct from ?) as same from ${table}`, [value]);
    if (row?.['same'] !== true) lost.add(`${place}: ${table}`);
  }
};

const folder = await mkdtemp(join(tmpdir(), 'runners-columns-'));
const load = async (value: string) => {
  const records = exampleRecords();
  const rows = Object.entries(records).map(([file, of]) => {
    const column = addedColumn(tableOf[file as File] ?? '');
    const inner = Object.fromEntries(Object.keys(within).map((table) => [table, { [addedColumn(table)]: value }]));
    return [file, of.map((record) => ({ ...record, ...(file === 'users' && inner), [column]: value }))];
  });
  const path = await writeReadableBundle(join(folder, value), Object.fromEntries(rows) as Records);
  return { path, ...(await loaded(service as unknown as TestService, path)) };
};

await load('first');
await isThere('first', 'a first load');
await load('second');
await isThere('second', 'a later load', changeable);

const stateOf = async (file: File) => {
  const ids = (await ledger.ids(service.database, file).next()).value as number[];
  return ledger.find(service.database, file, ids);
};
// What was loaded before the column was there is not changed here: its marks know nothing of it.
for (const [file, table] of changeable) {
  const tag = tagOf(addedColumn(table));
  const known = (await stateOf(file)).map(({ id, state }) => {
    const marks = [...marksIn(state)].flatMap(([of, own]) => (of === tag ? [] : own));
    return { id, state: marks.join('') };
  });
  if ((await ledger.asLoaded(service.database, file, known)).size < known.length) lost.add(`an upgrade: ${table}`);
}
for (const [file, table] of changeable) {
  await sql(`update ${table} set ${addedColumn(table)} = 'here'`);
  if ((await ledger.asLoaded(service.database, file, await stateOf(file))).size > 0)
    lost.add(`what was changed here: ${table}`);
}

const { differing } = await verified(service as unknown as TestService, join(folder, 'second'));
const { told: reported } = await load('third');
for (const [file, table] of changeable) {
  const column = addedColumn(table);
  if (!differing.some((one) => one.file === file && one.differences.some(({ field }) => field === column)))
    lost.add(`reading back: ${table}`);
  if (
    !reported.some(
      (one) => one.file === file && one.reasons.includes(`${column} was changed here since it was loaded, which stays`),
    )
  )
    lost.add(`a merge: ${table}`);
}
await isThere('here', 'what stays', changeable);

const run = async (text: string) => (await sql(text)) as Record<string, string | null>[];
const moved = new Map((await tablesOf(run)).map(({ name, columns }) => [name, columns.map((column) => column.name)]));
for (const table of tables)
  if (!moved.get(`public.${table}`)?.includes(addedColumn(table))) lost.add(`a move: ${table}`);

if (Object.keys(kinds).some((file) => !(file in tableOf))) lost.add('files that are not in `tableOf`');
told(lost);
