import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Context, ProcessContext } from '../context.ts';
import { Failure } from '../../errors.ts';
import { SocialUnavailable } from '../../platform/social/social-failures.ts';
import type { ShareJob, Social } from '../../platform/social/social.ts';
import { ownWorkout } from './own-workout.ts';
import { shareText } from './share-text.ts';
import { workoutToShare } from './share.queries.ts';

/** Whether a workout was shared, and the id of the post in the network. */
interface Shared {
  success: boolean;
  postId: string | null;
  /** The error in the request, if the workout was not shared because of one. */
  message: string | null;
}

const notShared: Shared = { success: false, postId: null, message: null };
/** The time after which sharing an upload is no longer retried. */
const patienceMs = 60 * 60_000;

/**
 * Shares a workout of the viewer to the social network. A problem with the network, its name or the token is reported
 * in the result and is not a failure (interface: the status is always 200). A private workout is never shared.
 * @throws Failure NOT_FOUND, NOT_YOURS
 */
export async function shareWorkout(
  context: Context,
  workoutId: number,
  { socialNetwork, token }: { socialNetwork: string; token: string },
): Promise<Shared> {
  await ownWorkout(context, workoutId);
  const { social } = context.integrations;
  if (!social) return { ...notShared, message: 'Sharing to a social network is not offered here.' };
  if (social.name !== socialNetwork)
    return { ...notShared, message: `The only social network that can be shared to is ${social.name}.` };
  try {
    const postId = await publish(context, social, workoutId, token);
    return postId === null ? notShared : { success: true, postId, message: null };
  } catch (error) {
    if (isTrouble(error)) return notShared;
    throw error;
  }
}

/**
 * Queues the sharing of a workout. It starts once the transaction of `em`, which stores the workout, has been
 * committed.
 */
export async function queueShare(
  em: SqlEntityManager,
  { shares }: Social,
  workoutId: number,
  token: string,
): Promise<void> {
  const until = new Date(Date.now() + patienceMs).toISOString();
  await shares.add(em, randomUUID(), { workoutId, token, until }).catch((error: Error & { code?: unknown }) => {
    // Errors of the database driver contain the parameters of the statement, and therefore the token.
    throw Object.assign(new Error(error.message), { code: error.code });
  });
}

/** Shares uploads that were sent with a token, in this process. */
export async function startShares(processContext: ProcessContext): Promise<void> {
  const { social } = processContext.integrations;
  await social?.shares.work((_id, job) => share(processContext, social, job));
}

/**
 * Shares a stored workout. If the token is not accepted, sharing ends without an error. It is retried only while the
 * network is known to have posted nothing, since a run that is not shared is better than one that is shared twice.
 */
async function share({ database, log }: ProcessContext, social: Social, { workoutId, token, until }: ShareJob) {
  try {
    await publish({ database }, social, workoutId, token);
  } catch (error) {
    if (!isTrouble(error)) throw error;
    if (error instanceof SocialUnavailable && error.nothingDone && Date.now() < Date.parse(until)) throw error;
    log.info({ workoutId, code: error.code }, 'a workout was not shared');
  }
}

/** Null when the workout is not to be shared, because it was deleted or is private now. */
async function publish(
  { database }: Pick<Context, 'database'>,
  social: Social,
  workoutId: number,
  token: string,
): Promise<string | null> {
  const workout = await database.one(workoutToShare, [workoutId]);
  return workout ? social.speakFor(token).publish(shareText(workout)) : null;
}

function isTrouble(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'SOCIAL_TOKEN_REJECTED' || error.code === 'SOCIAL_UNAVAILABLE');
}
