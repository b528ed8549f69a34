import { randomUUID } from 'node:crypto';
import type { Context, ProcessContext } from '../context.ts';
import type { Transaction } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import type { JobQueue, Jobs } from '../../platform/jobs/jobs.ts';
import { spotOfUser } from '../rules/grid.ts';

/** A user whose posts must follow the place of the user. */
interface MoveJob {
  userId: number;
}

/**
 * The number of posts that are moved with the change of the place, which is all posts of most users, and the number for
 * each step of the job.
 */
const atOnce = 200;
const atATime = 1000;
/** A delay before the job begins, so that the posts of a user who changes the place again are moved once. */
const restSeconds = 2;

/** Moves the newest `$2` posts of user `$1` that are elsewhere to the spot of the place of the user. */
const movePosts = statement.write<{ id: number }>(
  'move_posts',
  `with home as materialized (
     select ${spotOfUser('$1')} as spot
   ), elsewhere as (
     select p.id from post p, home where p.author_id = $1 and p.spot is distinct from home.spot
     order by p.id desc limit $2
   )
   update post set spot = home.spot from home where post.id in (select id from elsewhere) returning post.id`,
);

/** The queue of moves. A job that fails is repeated for about a day. */
export function postMoves(jobs: Jobs): Promise<JobQueue<MoveJob>> {
  return jobs.queue('move-posts', { firstDelaySeconds: 5, longestDelaySeconds: 3600, limit: 40 });
}

/**
 * Moves the posts of a user after a change of the place: the newest ones in this transaction, and the others in a job
 * after the commit, to the place that the user has then.
 */
export async function followPlace(
  { integrations }: Pick<Context, 'integrations'>,
  tx: Transaction,
  userId: number,
): Promise<void> {
  const moved = await tx.all(movePosts, [userId, atOnce]);
  if (moved.length < atOnce) return;
  const em = await tx.em();
  await integrations.postMoves.drop(em, 'userId', String(userId));
  await integrations.postMoves.add(em, randomUUID(), { userId }, restSeconds);
}

/** Runs the jobs of the queue in this process. */
export async function startPostMoves({ database, integrations }: ProcessContext): Promise<void> {
  await integrations.postMoves.work(async (_id, { userId }) => {
    for (let moved = atATime; moved === atATime;) moved = (await database.all(movePosts, [userId, atATime])).length;
  });
}
