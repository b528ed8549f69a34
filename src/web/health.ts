import { tmpdir } from 'node:os';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { isDiskFull } from '../platform/disk-space.ts';
import type { SharedRedis } from '../platform/redis.ts';
import { withTimeout } from '../platform/with-timeout.ts';

/** Milliseconds within which the database has to answer. */
const patienceMs = 950;

/** Whether the process runs. */
export const healthz: RequestHandler = (_request, response) => {
  response.type('text/plain').send('ok\n');
};

/** The parts that readiness depends on. */
interface Dependencies {
  database: Database;
  /** Undefined if none is configured. */
  redis: SharedRedis | undefined;
  config: Pick<Config, 'dataDir'>;
  stopping(): boolean;
  isPreparing(): boolean;
}

/** Headers of which at least one comes with a request that a proxy passes on. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/** Whether a request comes from this machine, and through no proxy. */
const isFromHere = ({ socket, headers }: Request): boolean =>
  /^(::1|(::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '') && !proxyHeaders.some((name) => name in headers);

/**
 * Whether the service can accept requests, answered within a second: the database answers and has every migration, the
 * disks have room, and the process is not stopping. Otherwise it answers 503. While a takeover is being prepared, it answers 200 with
 * `preparing`, because it answers reads. Whoever asks on this machine itself is also told the reason, and which parts are not used
 * as intended (decisions D480).
 */
export function readyz(dependencies: Dependencies): RequestHandler {
  return async (request, response) => {
    const [trouble, answers = true] = await Promise.all([whyNot(dependencies), dependencies.redis?.answers()]);
    const redis = answers ? '' : 'redis does not answer: each process counts alone\n';
    const details = `${trouble ? `${trouble}\n` : ''}${redis}${notesOn(dependencies.database)}`;
    const state = trouble ? 'not ready' : dependencies.isPreparing() ? 'preparing' : 'ready';
    response
      .status(trouble ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send(`${state}\n${isFromHere(request) ? details : ''}`);
  };
}

/** A line for each replica that is not read from. */
function notesOn({ replicas }: Database): string {
  const left = replicas?.all.filter(({ isUsed }) => !isUsed) ?? [];
  return left.map(({ name }) => `replica ${name} is not read from\n`).join('');
}

/** The reason why the service cannot accept requests, or null if it can. */
async function whyNot({ database, config, stopping }: Dependencies): Promise<string | null> {
  if (stopping()) return 'the process is stopping';
  try {
    if (!(await withTimeout(patienceMs, 'the database', database.probe()))) return 'migrations are missing';
  } catch {
    return 'the database does not answer';
  }
  const folders = config.dataDir === 'memory://' ? [tmpdir()] : [tmpdir(), config.dataDir];
  return (await isDiskFull(folders)) ? 'the disk is full' : null;
}
