import { selected, selectedTexts } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import type { MayEndEarly } from '../../platform/database/text-bytes.ts';
import { idsAt, sql } from '../../platform/database/sql.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { User } from '../people/user.entity.ts';
import { shownExtra } from '../events/announce.ts';
import type { UserRow } from '../people/user.queries.ts';
import { visibleTo } from '../rules/visibility.ts';
import { Workout } from '../workouts/workout.entity.ts';
import { readColumns } from '../workouts/workout.queries.ts';
import type { WorkoutRow } from '../workouts/workout.queries.ts';
import { Post } from './post.entity.ts';
import { shownLikes } from './shown-likes.ts';

/** Columns of posts that are read as they are, besides who likes them and how many comments they have. */
const plainNames = [
  'id',
  'body',
  'privacy',
  'createdDate',
  'postType',
  'extra',
] as const satisfies (keyof Stored<Post>)[];
/** Columns of posts that are read. */
const postNames = [...plainNames, 'commentCount', 'likeCount', 'likers'] as const satisfies (keyof Stored<Post>)[];
/** Columns of the author that are read with a post. The date of joining is loaded on request. */
const authorNames = ['id', 'firstName', 'lastName', 'imageKey'] as const satisfies (keyof UserRow)[];
/** Columns of the workout that are read with a post. */
const workoutNames = [
  'title',
  'runDate',
  'runType',
  'durationInSeconds',
  'distanceInMeters',
] as const satisfies (keyof WorkoutRow)[];
/** Columns of a workout that are the same in its post. */
const sharedNames = ['id', 'userId', 'postId', 'postBody', 'privacy'] as const satisfies (keyof WorkoutRow)[];

/** A column of a workout that is read with its post. */
type PostedName = (typeof workoutNames)[number] | (typeof sharedNames)[number];

/** A workout as it is read with a post. */
export type PostedWorkout = Pick<WorkoutRow, PostedName>;

const posted: readonly string[] = [...workoutNames, ...sharedNames];
/**
 * Columns of the workout that are not read with a post, because few clients request them. They are loaded on request.
 */
export const notPosted = readColumns.filter((name): name is Exclude<typeof name, PostedName> => !posted.includes(name));

type StoredPost = Pick<Stored<Post>, (typeof postNames)[number]>;

/** A post with its author and workout, from which the type `Post` of GraphQL is made. */
export interface PostRow extends Omit<StoredPost, 'extra'> {
  author: Pick<UserRow, (typeof authorNames)[number]>;
  /** `kind` is the type of the post. */
  extra: (NonNullable<StoredPost['extra']> & { kind: string | null }) | null;
  /** Whether staff have hidden it. */
  isHidden: boolean;
  workout: PostedWorkout | null;
}

/** One row of `postColumns`. */
export interface FlatPost
  extends
    StoredPost,
    Prefixed<PostRow['author'], 'author'>,
    Pick<WorkoutRow, (typeof workoutNames)[number]>,
    MayEndEarly {
  workoutId: number | null;
  isHidden: boolean;
}

/** How many comments the post `p` shows: without those of users who are suspended, as in `shownLikes`. */
const shownComments = `case when p.withheld then shown_comments(p.id) else p.comment_count end`;

/** The columns of a `FlatPost` from `post` as `p`, with `postJoins`. */
export const postColumns = sql`${selectedTexts(Post, 'p', plainNames)}, p.hidden_privacy is not null as "isHidden",
  ${selected(User, 'a', authorNames, 'author')}, w.id as "workoutId", ${selected(Workout, 'w', workoutNames)},
  ${shownComments} as "commentCount", ${shownLikes('post', 'p')}`;

export const postJoins = 'join users a on a.id = p.author_id left join workout w on w.id = p.workout_id';

/**
 * Complete posts for the ids that the query `ids` finds, newest first. `more` is a further column. The ids are found
 * first, because PostgreSQL might otherwise expect thousands of them and read all posts in order.
 */
export function postsOf(ids: string | Sql, more?: string): Sql {
  return sql`select ${postColumns} ${more ? `, ${more}` : ''} from post p ${postJoins} where p.id = any(array(${ids})) order by p.id desc`;
}

/** `$1` viewer, `$2` post id. */
export const flatPostById = statement.read<FlatPost>(
  'post_by_id',
  sql`select ${postColumns} from post p ${postJoins} where p.id = $2 and ${visibleTo('$1', 'p')}`,
  visibleTo,
);

/** `$1` viewer, `$2` post ids. */
export const flatPostsByIds = statement.read<FlatPost>(
  'posts_by_ids',
  sql`select ${postColumns} from post p ${postJoins}
   where p.id = any(${idsAt(2)}) and ${visibleTo('$1', 'p')}`,
  visibleTo,
);

/** Puts the parts of a row together. */
export function postRow(flat: FlatPost): PostRow {
  return {
    id: flat.id,
    body: flat.body,
    privacy: flat.privacy,
    createdDate: flat.createdDate,
    commentCount: flat.commentCount,
    likeCount: flat.likeCount,
    likers: flat.likers,
    postType: flat.postType,
    isHidden: flat.isHidden,
    extra: flat.extra && { ...shownExtra(flat.extra), kind: flat.postType },
    author: {
      id: flat.authorId,
      firstName: flat.authorFirstName,
      lastName: flat.authorLastName,
      imageKey: flat.authorImageKey,
    },
    workout:
      flat.workoutId === null
        ? null
        : {
            id: flat.workoutId,
            userId: flat.authorId,
            postId: flat.id,
            title: flat.title,
            postBody: flat.body,
            runDate: flat.runDate,
            runType: flat.runType,
            durationInSeconds: flat.durationInSeconds,
            distanceInMeters: flat.distanceInMeters,
            privacy: flat.privacy,
          },
  };
}
