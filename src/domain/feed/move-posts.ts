import { randomUUID } from 'node:crypto';
import type { Context, Surroundings } from '../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { JobQueue, Jobs } from '../../platform/jobs/jobs.ts';
import { spotOfUser } from './grid.ts';

/** A user whose posts are to follow their place. */
interface MoveJob {
  userId: number;
}

/** Posts moved with the change of place itself, which is all that most people have; and at a time in the job. */
const atOnce = 200;
const atATime = 1000;
/** Before the job begins: who changes their mind meanwhile has their posts moved once. */
const restSeconds = 2;

/** Moves user `$1`'s posts that stand elsewhere to the spot of their place, the newest `$2` of them. */
const movePosts = statement<{ id: number }>(
  'move_posts',
  `with home as materialized (
     select ${spotOfUser('$1')} as spot
   ), elsewhere as (
     select p.id from post p, home where p.author_id = $1 and p.spot is distinct from home.spot
     order by p.id desc limit $2
   )
   update post set spot = home.spot from home where post.id in (select id from elsewhere) returning post.id`,
);

/** Where moves wait; a job that fails is tried again for about a day. */
export function postMoves(jobs: Jobs): Promise<JobQueue<MoveJob>> {
  return jobs.queue('move-posts', { firstDelaySeconds: 5, longestDelaySeconds: 3600, limit: 40 });
}

/**
 * Has a user's posts follow a change of place that the transaction makes: the newest in it, the others in one job
 * once it has committed, to where the user is by then.
 */
export async function followPlace({ outside }: Context, tx: Transaction, userId: number): Promise<void> {
  const moved = await tx.all(movePosts, [userId, atOnce]);
  if (moved.length < atOnce) return;
  const em = await tx.em();
  await outside.postMoves.drop(em, 'userId', String(userId));
  await outside.postMoves.add(em, randomUUID(), { userId }, restSeconds);
}

/** Moves what waits to be moved, in this process. */
export async function startPostMoves({ database, outside }: Surroundings): Promise<void> {
  await outside.postMoves.work(async (_id, { userId }) => {
    for (let moved = atATime; moved === atATime;) moved = (await database.all(movePosts, [userId, atATime])).length;
  });
}
