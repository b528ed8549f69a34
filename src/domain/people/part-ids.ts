import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { defineLoader } from '../context.ts';
import type { Context } from '../context.ts';

/** The parts of a user with a row of their own, by the column of their ids. Such an id is null where it is that of the user. */
const columns = { Preferences: 'preferences_id', Profile: 'profile_id', Stats: 'stats_id' } as const;
/** A part of a user, by its type. */
export type Part = keyof typeof columns;
const parts = Object.keys(columns) as Part[];
export const isPart = (type: string): type is Part => Object.hasOwn(columns, type);

const ofUsers = statement.read<{ id: number } & Record<Part, number>>(
  'part_ids_of_users',
  `select id, ${parts.map((part) => `coalesce(${columns[part]}, id) as "${part}"`).join(', ')} from users where id = any($1::bigint[])`,
  { all: 'ids of parts of people whom the reader was shown' },
);
const idsLoader = defineLoader<Loader<{ id: number } & Record<Part, number>>>(({ database }) =>
  loader(
    (ids) => database.all(ofUsers, [ids]),
    ({ id }) => id,
  ),
);
const owners = Object.fromEntries(
  Object.entries(columns).map(([part, column]): [string, Statement<{ id: number }>] => [
    part,
    statement.read(
      `user_of_${column}`,
      `select id from users where ${column} = $1 or (id = $1 and ${column} is null) order by ${column} nulls last limit 1`,
      { all: 'finds whose part it is, which is then read by the rule of it' },
    ),
  ]),
) as Record<Part, Statement<{ id: number }>>;

/**
 * The id of a part of a user, by which both interfaces show and find it: that of the user, but where another service was taken over in
 * which it had one of its own.
 */
export function partIdOf(context: Context, part: Part, userId: number): number | Promise<number> {
  if (!context.hasPartIds()) return userId;
  return context
    .loader(idsLoader)
    .load(userId)
    .then((found) => found?.[part] ?? userId);
}

/** The user whose part has an id; 0, which nobody has, where there is none. */
export async function userOfPart(context: Context, part: Part, id: number): Promise<number> {
  if (!context.hasPartIds()) return id;
  return (await context.database.one(owners[part], [id]))?.id ?? 0;
}
