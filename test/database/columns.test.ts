/** The names of columns in select lists, row types and inserts come from the entities. */
import { expect, test } from '@jest/globals';
import type { EntityClass } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Options } from '@mikro-orm/postgresql';
import { entities } from '../../src/wiring/entities.ts';
import { Preferences } from '../../src/domain/people/preferences.entity.ts';
import { Workout } from '../../src/domain/workouts/workout.entity.ts';
import { columnOf, columnsOf, selected } from '../../src/platform/database/columns.ts';
import { insertInto, namedParameters } from '../../src/platform/database/insert.ts';
import { extensions, ormOptions } from '../../src/platform/database/orm-options.ts';
import { ormSettings } from '@runners/postgres';

/** Covers `src/platform/database/columns.ts` and `src/platform/database/insert.ts`. No database is asked. */
const config = { databaseUrl: 'postgres://nowhere/none', databasePool: 1, dataDir: '', driver: 'fast' } as const;
const orm = await MikroORM.init((await ormSettings(config, { extensions, orm: ormOptions(entities) })) as Options);

const all: EntityClass<object>[] = entities;

test.each(all.map((entity) => [entity.name, entity] as const))(
  'the columns of %s are those of the ORM',
  (_, entity) => {
    const names: string[] = columnsOf(entity);
    expect(names.map((name) => columnOf(entity, name as never))).toEqual(
      orm.getMetadata(entity).props.flatMap(({ fieldNames }) => fieldNames),
    );
  },
);

test('lists of columns follow the properties of rows', () => {
  expect(selected(Workout, 'w', ['id', 'userId', 'best5kDurationInSeconds'])).toBe(
    'w.id, w.user_id as "userId", w.best_5k_duration_in_seconds as "best5kDurationInSeconds"',
  );
  expect(selected(Workout, 'w', ['id', 'runDate'], 'workout')).toBe(
    'w.id as "workoutId", w.run_date as "workoutRunDate"',
  );
  expect(selected(Preferences, '', ['userId', 'timezone'])).toBe('id as "userId", timezone');
  expect(columnsOf(Preferences, { without: ['userId', 'distance', 'elevation', 'timezone'] })).toEqual([
    'weeklyEmailReport',
    'monthlyEmailReport',
    'annuallyEmailReport',
    'unwantedNotifications',
  ]);
  expect(() => columnOf(Workout, 'shoes' as never)).toThrow('Workout has no column shoes');
});

test('rows are inserted by the names of their columns, with named parameters', () => {
  const { at, valuesOf } = namedParameters(['title', 'userId']);
  expect(insertInto(Workout, { userId: at.userId, title: at.title })).toBe(
    'insert into workout (user_id, title) select $2, $1',
  );
  expect(valuesOf({ userId: 7 })).toEqual([null, 7]);
});
