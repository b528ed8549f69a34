import { setTimeout as pause } from 'node:timers/promises';
import type { Driver } from '../connection/driver.ts';
import { makeHosts } from '../connection/hosts.ts';
import type { DatabaseConfig } from '../interface/database-config.ts';
import type { Given } from '../interface/given.ts';
import { PolledServer } from '../connection/polled-server.ts';
import type { Replicas } from '../interface/replicas.ts';
import { WatchedReplica } from './watched-replica.ts';
import type { Sample } from './watched-replica.ts';
import { requestLimits } from '../connection/time-limits.ts';

/** Milliseconds between two looks at the servers. */
const lookMs = 100;

/** What the primary says: the position up to which its log is written. A standby refuses to answer. */
type Primary = Omit<Sample, 'at'>;

const primaryText = `select (pg_current_wal_lsn() - '0/0')::float8 as written,
  (select system_identifier::text from pg_control_system()) as system`;

/**
 * Begins to watch the replicas; null if none are configured.
 * @throws Failures.misconfigured when one of them answers and follows another primary
 */
export async function openReplicas(config: DatabaseConfig, driver: Driver, given: Given): Promise<Replicas | null> {
  const { databaseReplicaUrls: urls = [], databaseReplicaMaxLag: maxLagMs = 1000 } = config;
  const { failures, log, settings } = given;
  if (urls.length === 0) return null;
  const hosts = makeHosts(config.databaseDirectUrl ?? config.databaseUrl ?? '', driver);
  const connectionTimeoutMillis = requestLimits(config).connect;
  const primary = new PolledServer<Primary>(
    () => new hosts.Client({ connectionTimeoutMillis }),
    primaryText,
    maxLagMs,
    (client) => hosts.failed(client),
  );
  const all = urls.map((url) => new WatchedReplica(url, config, maxLagMs, driver, given));
  const samples: Sample[] = [];
  const known = new Map<WatchedReplica, boolean>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let turn = 0;

  async function sample(): Promise<void> {
    const at = performance.now();
    const { written, system } = await primary.query();
    const last = samples.at(-1);
    // After a failover to a server that has less, what was known of the former primary is void.
    if (last && (last.written > written || last.system !== system)) samples.length = 0;
    samples.push({ at, written, system });
    while (samples.length > 1 && (samples[0] as Sample).at < at - 2 * maxLagMs) samples.shift();
  }

  /** Looks at all servers. The returned promises are those of the replicas, of which one that hangs delays no other. */
  async function look(): Promise<Promise<void>[]> {
    await sample().catch(() => {});
    for (const replica of all) note(replica);
    return all.map((replica) => replica.look(samples).then(() => note(replica)));
  }

  function note(replica: WatchedReplica): void {
    const { isUsed, name } = replica;
    if (known.get(replica) === isUsed || closed) return;
    if (known.has(replica) || !isUsed)
      log?.warn({ replica: name }, isUsed ? 'the replica is read from again' : 'the replica is not read from');
    known.set(replica, isUsed);
  }

  function lookAgain(): void {
    if (!closed) timer = setTimeout(() => void look().then(lookAgain), lookMs).unref();
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(timer);
    primary.close();
    await Promise.all(all.map((replica) => replica.close()));
  }

  // The first look opens the connections, which takes longer.
  for (let twice = 0; twice < 2; twice++) await Promise.all(await look());
  const foreign = all.find(({ isForeign }) => isForeign);
  if (foreign) {
    await close();
    throw failures.misconfigured(
      `${settings.replicaUrls}: ${foreign.name} is no standby of the server that ${settings.url} names`,
    );
  }
  lookAgain();
  return {
    all,
    close,
    pick() {
      for (let tried = 0; tried < all.length; tried++) {
        turn = (turn + 1) % all.length;
        const replica = all[turn] as WatchedReplica;
        if (replica.isUsed) return replica;
      }
      return null;
    },
    async settled() {
      const waitedFor = all.filter(({ isWaitedFor }) => isWaitedFor);
      if (waitedFor.length === 0) return;
      const begun = performance.now();
      const written = await primary.query().then(
        (answer) => answer.written,
        () => null,
      );
      // Without the position, whoever waits is told only after the time in which every replica in use has reached it.
      if (written === null) await pause(Math.max(0, begun + maxLagMs - performance.now()), undefined, { ref: false });
      else await Promise.all(waitedFor.map((replica) => replica.reaches(written)));
    },
  };
}
