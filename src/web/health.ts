import { tmpdir } from 'node:os';
import type { RequestHandler } from 'express';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { isDiskFull } from '../platform/disk-space.ts';
import type { SharedRedis } from '../platform/redis.ts';
import { within } from '../platform/within.ts';

/** Milliseconds that the database has to answer. */
const patienceMs = 950;

/** The process runs. */
export const healthz: RequestHandler = (_request, response) => {
  response.type('text/plain').send('ok\n');
};

/** What readiness depends on. */
interface Dependencies {
  database: Database;
  /** Undefined: none is configured. */
  redis: SharedRedis | undefined;
  config: Pick<Config, 'dataDir'>;
  stopping(): boolean;
}

/**
 * Whether requests should come here, within a second: the database answers and has every migration, there is room on the
 * disks, and the process isn't stopping. Otherwise 503, and why. Without Redis it is ready, and says so.
 */
export function readyz(dependencies: Dependencies): RequestHandler {
  return async (_request, response) => {
    const [trouble, answers = true] = await Promise.all([whyNot(dependencies), dependencies.redis?.answers()]);
    const redis = answers ? '' : 'redis does not answer: each process counts alone\n';
    response
      .status(trouble ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send(trouble ? `not ready\n${trouble}\n${redis}` : `ready\n${redis}`);
  };
}

/** Why requests should not come here; null when they should. */
async function whyNot({ database, config, stopping }: Dependencies): Promise<string | null> {
  if (stopping()) return 'the process is stopping';
  try {
    if (!(await within(patienceMs, 'the database', database.probe()))) return 'migrations are missing';
  } catch {
    return 'the database does not answer';
  }
  const folders = config.dataDir === 'memory://' ? [tmpdir()] : [tmpdir(), config.dataDir];
  return (await isDiskFull(folders)) ? 'the disk is full' : null;
}
