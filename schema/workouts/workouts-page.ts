import type { GraphQLResolveInfo } from 'graphql';
import { invalid } from '../../src/errors.ts';
import type { Context } from '../../src/domain/context.ts';
import { readMoment } from '../../src/domain/rules/moment.ts';
import { countWorkouts, listWorkouts, workoutOrders } from '../../src/domain/workouts/list-workouts.ts';
import type { OrderKey, WorkoutPageKey } from '../../src/domain/workouts/found-workouts.queries.ts';
import type { WorkoutRow } from '../../src/domain/workouts/workout.queries.ts';
import type { Connection } from '../pagination/connection.ts';
import { readCursor, writeCursor } from '../pagination/cursor.ts';
import { readPage } from '../pagination/page.ts';
import { nodesSelect } from '../selects.ts';
import type { WorkoutPageArgs } from './workout.input.ts';

/** How the cursors of each order are written and read. */
const cursors: Readonly<Record<OrderKey, { form: RegExp; keyOf: (row: WorkoutRow) => string | number }>> = {
  run_date: {
    form: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z\|\d{1,16}$/,
    keyOf: ({ runDate }) => runDate,
  },
  distance: {
    form: /^(?:-1|\d{1,8}(?:\.\d{1,2})?)\|\d{1,16}$/,
    keyOf: ({ distanceInMeters }) => distanceInMeters ?? -1,
  },
};

/** A page of the workouts of a user, for every field that lists workouts. @throws Failure INVALID, TOO_COSTLY */
export function workoutsPage(
  context: Context,
  userId: number,
  { filter, orderBy, ...page }: WorkoutPageArgs,
  info: GraphQLResolveInfo,
): Promise<Connection<WorkoutRow>> {
  const { by } = workoutOrders[orderBy ?? 'run_date_desc'];
  const { form, keyOf } = cursors[by];
  const posts = nodesSelect(info, 'post');
  return readPage(page, {
    positionOf: (argument, cursor) => positionOf(argument, cursor, form),
    cursorOf: (row) => writeCursor(keyOf(row), row.id),
    read: (slice) => listWorkouts(context, { userId, filter, orderBy, posts, ...slice }),
    count: () => countWorkouts(context, userId, filter),
  });
}

/** The workout after or before which a page is. @throws Failure INVALID */
function positionOf(argument: string, cursor: string, form: RegExp): WorkoutPageKey {
  const [key = '', id = ''] = readCursor(argument, cursor, form);
  if (key.includes('T') && readMoment(key) === null)
    throw invalid(argument, 'is not a cursor of this list', 'MALFORMED');
  return { key, id: Number(id) };
}
