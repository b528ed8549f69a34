import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** The number of successive failures after which Redis is no longer used. */
const mostFailures = 3;
/** Milliseconds between two checks whether Redis is available again. */
const probeMs = 2000;

/** Time limits of Redis in milliseconds. They are short because requests wait for it. */
const times = { commandTimeout: 200, connectTimeout: 2000, socketTimeout: 5000 } as const;

/**
 * A connection to Redis that may be unavailable. Nothing waits for a lost connection, and only the first few commands
 * wait for a server that hangs.
 */
export interface SharedRedis {
  readonly client: Redis;
  /** Whether a command is expected to be answered soon. */
  usable(): boolean;
  /** Whether Redis answers now, within 200 ms. Checks at the same time share one. */
  answers(): Promise<boolean>;
  /**
   * Runs a command. Returns null without running it when Redis is not usable, and when it fails.
   * @throws errors that `isAnswer` accepts as an answer
   */
  run<Answer>(command: () => Promise<Answer>, isAnswer: (thrown: unknown) => boolean): Promise<Answer | null>;
  close(): void;
}

/** Connects to Redis, and reconnects when the connection is lost. */
export async function openRedis(url: string, log: Logger): Promise<SharedRedis> {
  // The module is loaded on use, because not every service has Redis.
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
  let looking: Promise<boolean> | null = null;
  const look = async () => {
    if (client.status !== 'ready') return false;
    return client.ping().then(
      () => (worked(), true),
      (error: unknown) => (failed(error), false),
    );
  };
  client.on('error', noteLost);
  client.on('ready', noteBack);

  return {
    client,
    usable,
    answers: () => (looking ??= look().finally(() => (looking = null))),
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
