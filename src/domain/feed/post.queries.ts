import { selected } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { User } from '../accounts/user.entity.ts';
import type { UserRow } from '../people/user.queries.ts';
import { visibleTo } from '../rules/visibility.ts';
import { Workout } from '../workouts/workout.entity.ts';
import { readColumns } from '../workouts/workout.queries.ts';
import type { WorkoutRow } from '../workouts/workout.queries.ts';
import { Post } from './post.entity.ts';

/** Columns of posts that are read. */
const postNames = [
  'id',
  'body',
  'privacy',
  'createdDate',
  'commentCount',
  'likers',
  'postType',
  'extra',
] as const satisfies (keyof Stored<Post>)[];
/** Columns of its author that come with a post: without the date of joining, which is loaded when somebody asks for it. */
const authorNames = ['id', 'firstName', 'lastName', 'imageKey'] as const satisfies (keyof UserRow)[];
/** Columns of its workout that come with a post. */
const workoutNames = [
  'title',
  'runDate',
  'runType',
  'durationInSeconds',
  'distanceInMeters',
] as const satisfies (keyof WorkoutRow)[];
/** Columns that a workout has from its post, or shares with it. */
const sharedNames = ['id', 'userId', 'postId', 'postBody', 'privacy'] as const satisfies (keyof WorkoutRow)[];

/** A column of a workout that comes with its post. */
type PostedName = (typeof workoutNames)[number] | (typeof sharedNames)[number];

/** A workout as a post carries it. */
export type PostedWorkout = Pick<WorkoutRow, PostedName>;

const posted: readonly string[] = [...workoutNames, ...sharedNames];
/** What a post does not carry of its workout, since few clients ask for it: it is loaded when one does. */
export const notPosted = readColumns.filter((name): name is Exclude<typeof name, PostedName> => !posted.includes(name));

/** A post as it is read, with its author and workout: what GraphQL's `Post` is made from. */
export interface PostRow extends Pick<Stored<Post>, (typeof postNames)[number]> {
  author: Pick<UserRow, (typeof authorNames)[number]>;
  workout: PostedWorkout | null;
}

/** One row of `postColumns`. */
export interface FlatPost
  extends
    Omit<PostRow, 'author' | 'workout'>,
    Prefixed<PostRow['author'], 'author'>,
    Pick<WorkoutRow, (typeof workoutNames)[number]> {
  workoutId: number | null;
}

/** The columns of a `FlatPost` from `post` as `p`, with `postJoins`. */
export const postColumns = `${selected(Post, 'p', postNames)}, ${selected(User, 'a', authorNames, 'author')},
  w.id as "workoutId", ${selected(Workout, 'w', workoutNames)}`;

export const postJoins = 'join users a on a.id = p.author_id left join workout w on w.id = p.workout_id';

/**
 * Whole posts for the ids that the query `ids` finds, newest first; `more` is a further column. The ids are found first:
 * joined to what PostgreSQL may take for thousands, all posts would be read in their order.
 */
export function postsOf(ids: string, more?: string): string {
  return `select ${postColumns} ${more ? `, ${more}` : ''} from post p ${postJoins} where p.id = any(array(${ids})) order by p.id desc`;
}

/** `$1` viewer, `$2` post id. */
export const flatPostById = statement<FlatPost>(
  'post_by_id',
  `select ${postColumns} from post p ${postJoins} where p.id = $2 and ${visibleTo('$1', 'p.author_id', 'p.privacy')}`,
);

/** `$1` viewer, `$2` post ids. */
export const flatPostsByIds = statement<FlatPost>(
  'posts_by_ids',
  `select ${postColumns} from post p ${postJoins}
   where p.id = any($2::bigint[]) and ${visibleTo('$1', 'p.author_id', 'p.privacy')}`,
);

/** Puts the parts of a row together. */
export function postRow(flat: FlatPost): PostRow {
  return {
    id: flat.id,
    body: flat.body,
    privacy: flat.privacy,
    createdDate: flat.createdDate,
    commentCount: flat.commentCount,
    likers: flat.likers,
    postType: flat.postType,
    extra: flat.extra && { ...flat.extra, kind: flat.postType },
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
