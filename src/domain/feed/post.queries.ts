import type { UserRow } from '../people/user.queries.ts';
import { statement } from '../../platform/database/statement.ts';
import { visibleTo } from '../rules/visibility.ts';
import type { Privacy } from '../rules/visibility.ts';
import type { WorkoutRow } from '../workouts/workout.queries.ts';

/** A workout as a post carries it; what few ask for is loaded when somebody does. */
export type PostedWorkout = Omit<WorkoutRow, 'polyline' | 'sourceType' | 'elevationGainInMeters' | 'source'>;

/** A post as it is read, with its author and workout: what GraphQL's `Post` is made from. */
export interface PostRow {
  id: number;
  /** Without the date of joining, which is loaded when somebody asks for it. */
  author: Omit<UserRow, 'dateJoined'>;
  body: string;
  privacy: Privacy;
  createdDate: string;
  commentCount: number;
  likers: number[];
  postType: string | null;
  extra: Record<string, unknown> | null;
  workout: PostedWorkout | null;
}

/** One row of `postColumns`. */
export interface FlatPost {
  id: number;
  body: string;
  privacy: Privacy;
  createdDate: string;
  commentCount: number;
  likers: number[];
  postType: string | null;
  extra: Record<string, unknown> | null;
  authorId: number;
  authorFirstName: string;
  authorLastName: string;
  authorImageKey: string | null;
  workoutId: number | null;
  title: string;
  runDate: string;
  runType: WorkoutRow['runType'];
  durationInSeconds: number;
  distanceInMeters: number | null;
}

/** The columns of a `FlatPost` from `post` as `p`, with `postJoins`. */
export const postColumns = `p.id, p.body, p.privacy, p.created_date as "createdDate", p.comment_count as "commentCount", p.likers,
  p.post_type as "postType", p.extra, a.id as "authorId", a.first_name as "authorFirstName",
  a.last_name as "authorLastName", a.image_key as "authorImageKey", w.id as "workoutId", w.title,
  w.run_date as "runDate", w.run_type as "runType", w.duration_in_seconds as "durationInSeconds", w.distance_in_meters as "distanceInMeters"`;

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
  visibleTo,
);

/** `$1` viewer, `$2` post ids. */
export const flatPostsByIds = statement<FlatPost>(
  'posts_by_ids',
  `select ${postColumns} from post p ${postJoins}
   where p.id = any($2::bigint[]) and ${visibleTo('$1', 'p.author_id', 'p.privacy')}`,
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
