import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Failures in a row after which Redis is left alone. */
const mostFailures = 3;
/** Milliseconds between two questions whether it is back. */
const probeMs = 2000;

/** How long Redis may take, in milliseconds: those who wait for it are requests. */
const times = { commandTimeout: 200, connectTimeout: 2000, socketTimeout: 5000 } as const;

/** Redis, as far as it is there: nobody waits for one that is lost, and for one that hangs only the first few. */
export interface SharedRedis {
  readonly client: Redis;
  /** Whether a command would be answered soon, as far as is known. */
  usable(): boolean;
  /**
   * Runs a command; null without running it when Redis is not usable, and when it failed.
   * @throws what `isAnswer` says is an answer
   */
  run<Answer>(command: () => Promise<Answer>, isAnswer: (thrown: unknown) => boolean): Promise<Answer | null>;
  close(): void;
}

/** Connects to Redis, now and whenever it is lost. */
export async function openRedis(url: string, log: Logger): Promise<SharedRedis> {
  // Loaded where it is used: not every service has one.
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { ...times, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  let failures = 0;
  let probing: NodeJS.Timeout | null = null;
  let lost = false;

  const noteLost = (error: unknown) => {
    if (!lost) log.warn({ err: error }, 'Redis does not answer: each process counts alone');
    lost = true;
  };
  const noteBack = () => {
    if (lost) log.info('Redis answers again');
    lost = false;
  };
  const usable = () => probing === null && client.status === 'ready';
  const worked = () => {
    failures = 0;
    noteBack();
    if (probing) clearInterval(probing);
    probing = null;
  };
  const probe = async () => {
    if (client.status !== 'ready') return;
    await client.ping().then(worked, noteLost);
  };
  const failed = (error: unknown) => {
    noteLost(error);
    failures++;
    if (failures < mostFailures || probing) return;
    probing = setInterval(() => void probe(), probeMs).unref();
  };
  client.on('error', noteLost);
  client.on('ready', noteBack);

  return {
    client,
    usable,
    async run(command, isAnswer) {
      if (!usable()) return null;
      try {
        const answer = await command();
        failures = 0;
        return answer;
      } catch (thrown) {
        if (isAnswer(thrown)) {
          failures = 0;
          throw thrown;
        }
        failed(thrown);
        return null;
      }
    },
    close() {
      if (probing) clearInterval(probing);
      client.disconnect();
    },
  };
}
