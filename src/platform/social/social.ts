import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { JobQueue, Jobs, Retries } from '../jobs/jobs.ts';
import { graphNetwork } from './social-graph.ts';
import type { SocialNetwork } from './social-network.ts';

/** A workout that is to be shared after it is stored. The token is secret, so the job is removed when it is done. */
export interface ShareJob {
  workoutId: number;
  token: string;
  /** The time, in ISO 8601, after which it is not tried any more. */
  until: string;
}

/** The social network, and the queue of workouts to be shared there. */
export interface Social extends SocialNetwork {
  shares: JobQueue<ShareJob>;
}

/**
 * There are more attempts than time, so a job ends because it is done or too old, and never because attempts are used
 * up.
 */
const retries: Retries = { firstDelaySeconds: 20, longestDelaySeconds: 600, limit: 1000 };

/** The configured network; null without one. */
export async function makeSocial(
  { social, socialEmails }: Pick<Config, 'social' | 'socialEmails'>,
  jobs: Jobs,
  log: Pick<Logger, 'warn'>,
): Promise<Social | null> {
  if (!social) return null;
  return {
    ...graphNetwork(social, log, socialEmails === 'checked'),
    shares: await jobs.queue<ShareJob>('share', retries),
  };
}
