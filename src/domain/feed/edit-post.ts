import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, together } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { nullChecks } from '../rules/null-in-edits.ts';
import { privacyAfter } from '../rules/privacy-after.ts';
import type { Privacy } from '../rules/visibility.ts';

/** Fields that are left out remain as they are. A text of null is empty. */
interface PostChanges {
  body?: string | null | undefined;
  privacy?: Privacy | null | undefined;
}

/**
 * `$1` viewer, `$2` post, `$3` text, `$4` privacy. Null leaves a column as it is. The workout is locked before the post, as
 * by the change of a workout.
 */
const updatePost = statement.write<{ workoutId: number | null }>(
  'update_post',
  `with w as (
     update workout set post_body = coalesce($3::text, post_body), ${privacyAfter('$4')}
     where id = (select p.workout_id from post p where p.id = $2 and p.author_id = $1) and user_id = $1 returning id
   ), r as (
     update route set ${privacyAfter('$4')} from w where route.workout_id = w.id and $4::text is not null and not own_privacy
   )
   update post set body = coalesce($3::text, body), ${privacyAfter('$4')}
   where id = $2 and author_id = $1 and (select count(*) from w) >= 0 returning workout_id as "workoutId"`,
);

/** The checks of changes of a post by field. `body` is the text to store; null leaves it as it is. */
const postChangeChecks = (changes: PostChanges) => ({
  ...nullChecks(changes, ['privacy']),
  body: () => (changes.body === undefined ? null : checkText(changes.body ?? '', 'body', 'text')),
});

/**
 * Changes the text or the privacy of a post of the viewer. Its workout, and a route that was made from it, have the same
 * text and privacy and follow. As long as staff hide the post, it stays private.
 * @throws Failure NOT_FOUND for posts of others, INVALID
 */
export async function editPost(context: Context, postId: number, changes: PostChanges): Promise<void> {
  const viewer = viewerOf(context);
  const { body } = together(postChangeChecks(changes));
  const updated = await context.database.one(updatePost, [viewer.id, postId, body, changes.privacy ?? null]);
  if (!updated) throw new Failure('NOT_FOUND');
}
