import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { JobQueue, Jobs, Retries } from '../jobs/jobs.ts';
import { graphNetwork } from './social-graph.ts';
import type { SocialNetwork } from './social-network.ts';

/** A workout to be shared once it is stored. The token is a secret: a job that is done leaves no trace. */
export interface ShareJob {
  workoutId: number;
  token: string;
  /** ISO 8601: after that it is given up. */
  until: string;
}

/** The network, and what waits to be shared there. */
export interface Social extends SocialNetwork {
  shares: JobQueue<ShareJob>;
}

/** More attempts than there is time for: a job ends by being done or given up, never by running out of them. */
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
