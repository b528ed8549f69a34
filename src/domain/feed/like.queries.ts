import { listOfEach } from '../../platform/database/list.ts';
import type { ListOfEach } from '../../platform/database/list.ts';
import { sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Sees, Statement } from '../../platform/database/statement.ts';
import { userColumns } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';
import { blocks, isPresent, offTerms, onTerms, suspendedNow, visibleTo } from '../rules/visibility.ts';
import { commentVisibleTo } from './comment.queries.ts';
import { listedLikers } from './shown-likes.ts';
import type { LikeableTable } from './shown-likes.ts';

/** The kinds of objects that can be liked. */
export const likeableTypes = ['Post', 'Comment'] as const;
export type LikeableType = (typeof likeableTypes)[number];

/** What happens to the like of the viewer. */
export type LikeChange = 'like' | 'unlike' | 'toggle';

/** A user who likes something, from which the type `User` of GraphQL is made. */
export interface LikerRow extends UserRow {
  /** The post or comment. */
  ofId: number;
  /** The position of the like among the likes of the same post or comment. */
  likeId: number;
}

/** The statements about the likes of one kind of objects. */
interface LikeStatements {
  /**
   * `$1` viewer, `$2` id. Locks the object and changes the like of the viewer. No row when the viewer may not see the object, and
   * `liked` is null when the viewer may see it but not like it, or is suspended by now.
   */
  change: Record<LikeChange, Statement<{ liked: boolean | null }>>;
  /** `$1` viewer, `$2` ids: the users who like each object, oldest like first. */
  likers: ListOfEach<LikerRow>;
  /** `$1` viewer, `$2` ids: the number of likers of each whom a block hides from the viewer. */
  hidden: Statement<{ id: number; count: number }>;
  /** `$1` ids of objects that the viewer may see: the ids of the newest `listedLikers` who like each, oldest like first. */
  listed: Statement<{ id: number; likers: number[] }>;
  /** `$1` viewer, `$2` ids: those that the viewer likes. */
  mine: Statement<{ id: number }>;
}

/** How a kind of objects, the row `row` with its post `p`, is read. */
interface Likeable {
  table: LikeableTable;
  row: 'p' | 'c';
  /** From the ids `o` to the rows. */
  joins: string;
  visible: string;
  /**
   * Whether the viewer may like it: there is no block in either direction between the viewer and the author, and for a
   * comment also the owner of the post (decisions N23).
   */
  open: string;
  sees: Sees;
}

function statementsOf({ table, row, joins, visible, open, sees }: Likeable): LikeStatements {
  const object = `${table}_id`;
  const changeTo = (change: LikeChange) =>
    statement.write<{ liked: boolean | null }>(
      `${change}_${table}`,
      `select change_${table}_like(seen.id, $1, '${change}', seen.open and not ${suspendedNow('$1')}) as liked from (
         select ${row}.id, ${open} as open from (select $2::bigint) o(id) ${joins} where ${visible} for no key update of ${row}
       ) seen`,
      sees,
    );
  return {
    change: { like: changeTo('like'), unlike: changeTo('unlike'), toggle: changeTo('toggle') },
    likers: listOfEach({
      name: `likers_of_${table}s`,
      order: 'oldest first',
      of: 'ofId',
      parameters: 2,
      rows: ({ within, order, slice, ids }) =>
        sql`select o.id as "ofId", l.id as "likeId", ${userColumns('u')} from unnest(${ids}) o(id) ${joins}
       cross join lateral (
         select l.id, l.user_id from ${table}_like l where l.${object} = o.id and ${within('l.id')}
           and l.user_id not in ${offTerms('$1')} and ${isPresent('l.user_id')}
         order by l.id ${order} ${slice}
       ) l join users u on u.id = l.user_id where ${visible} order by l.id`,
      sees: [sees, offTerms],
    }),
    hidden: statement.read(
      `hidden_likers_of_${table}s`,
      `select l.${object} as id, count(*) as count from ${offTerms('$1')} b(id)
       join ${table}_like l on l.user_id = b.id and l.${object} = any($2::bigint[])
       where ${isPresent('l.user_id')} group by l.${object}`,
      offTerms,
    ),
    listed: statement.read(
      `listed_likers_of_${table}s`,
      `select o.id, array(select n.user_id from (
         select l.id, l.user_id from ${table}_like l where l.${object} = o.id and ${isPresent('l.user_id')}
         order by l.id desc limit ${listedLikers}
       ) n order by n.id) as likers from unnest($1::bigint[]) o(id)`,
      { all: 'follows a post or comment that the reader may see' },
    ),
    mine: statement.read(
      `${table}s_liked_among`,
      `select l.${object} as id from ${table}_like l where l.user_id = $1 and l.${object} = any($2::bigint[])`,
      { owner: 'l.user_id = $1' },
    ),
  };
}

export const likeStatements: Readonly<Record<LikeableType, LikeStatements>> = {
  Post: statementsOf({
    table: 'post',
    row: 'p',
    joins: 'join post p on p.id = o.id',
    visible: visibleTo('$1', 'p'),
    open: `not ${blocks('$1', 'p.author_id')}`,
    sees: visibleTo,
  }),
  Comment: statementsOf({
    table: 'comment',
    row: 'c',
    joins: 'join comment c on c.id = o.id join post p on p.id = c.post_id',
    visible: commentVisibleTo('$1'),
    open: `(${onTerms('$1', 'c.user_id')} and not ${blocks('$1', 'p.author_id')})`,
    sees: visibleTo,
  }),
};
