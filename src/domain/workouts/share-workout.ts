import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Context, Surroundings } from '../context.ts';
import { Failure } from '../../errors.ts';
import { SocialUnavailable } from '../../platform/social/social-failures.ts';
import type { ShareJob, Social } from '../../platform/social/social.ts';
import { ownWorkout } from './own-workout.ts';
import { shareText } from './share-text.ts';
import { workoutToShare } from './share.queries.ts';

/** Whether a workout was shared, and the network's id of the post. */
interface Shared {
  success: boolean;
  postId: string | null;
  /** What is wrong with the request, when that is why it was not shared. */
  message: string | null;
}

const notShared: Shared = { success: false, postId: null, message: null };
/** Sharing at the upload is given up after this. */
const patienceMs = 60 * 60_000;

/**
 * Shares one's own workout to the social network. Whatever is wrong with the network, its name or the token is an answer,
 * not a failure (interface: always status 200). A private workout is never shared.
 * @throws Failure NOT_FOUND, NOT_YOURS
 */
export async function shareWorkout(
  context: Context,
  workoutId: number,
  { socialNetwork, token }: { socialNetwork: string; token: string },
): Promise<Shared> {
  await ownWorkout(context, workoutId);
  const { social } = context.outside;
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

/** Has a workout shared once the transaction of `em`, which stores it, has committed. */
export async function queueShare(
  em: SqlEntityManager,
  { shares }: Social,
  workoutId: number,
  token: string,
): Promise<void> {
  const until = new Date(Date.now() + patienceMs).toISOString();
  await shares.add(em, randomUUID(), { workoutId, token, until }).catch((error: Error & { code?: unknown }) => {
    // Drivers attach what a statement was given, and that has the token.
    throw Object.assign(new Error(error.message), { code: error.code });
  });
}

/** Shares what was uploaded with a token, in this process. */
export async function startShares(surroundings: Surroundings): Promise<void> {
  const { social } = surroundings.outside;
  await social?.shares.work((_id, job) => share(surroundings, social, job));
}

/**
 * Shares a stored workout. A token that is not taken ends it quietly. It is tried again only as long as the network is
 * known to have done nothing: better not shared than shared twice.
 */
async function share({ database, log }: Surroundings, social: Social, { workoutId, token, until }: ShareJob) {
  try {
    await publish({ database }, social, workoutId, token);
  } catch (error) {
    if (!isTrouble(error)) throw error;
    if (error instanceof SocialUnavailable && error.nothingDone && Date.now() < Date.parse(until)) throw error;
    log.info({ workoutId, code: error.code }, 'a workout was not shared');
  }
}

/** Null when the workout is not to be shared: gone, or private by now. */
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
