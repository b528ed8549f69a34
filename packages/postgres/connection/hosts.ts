import type pg from 'pg';
import type { Driver } from './driver.ts';
import { ConnectionLost } from './connection-errors.ts';
import { pooledStartup } from './session-settings.ts';
import { urlsOf } from './urls-of.ts';

const isStandby = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby`;

/** The function of PostgreSQL that warns when it gives up waiting for the standby. Its messages are translated. */
const waitForStandby = 'SyncRepWaitForLSN';

/** Connections with a commit that no standby has confirmed, although one is to confirm it. */
const unconfirmed = new WeakSet<pg.ClientBase>();

/** Whether a commit on this connection was answered without the confirmation of the standby: a failover may lose it. */
export function isUnconfirmed(client: pg.ClientBase): boolean {
  return unconfirmed.has(client);
}

/** Selects one of several servers: the one that last accepted writes, or the next one after it has failed. */
export interface Hosts {
  /** The number of servers. */
  readonly count: number;
  /** The class of connections, which connect to the current server. */
  readonly Client: typeof pg.Client;
  /** Records that a connection failed. Later connections try the next server, unless another one already does. */
  failed(client: pg.ClientBase): void;
  /** Checks a new connection. @throws ConnectionLost when the server is a standby; later connections try the next one */
  verify(client: pg.ClientBase): Promise<void>;
}

/** The method of the driver that makes the first message of a connection. */
interface Startup {
  getStartupConf(): Record<string, string>;
}

/**
 * The servers that a URL names. A failure of one makes the connections that follow try the next one.
 * @param pooled whether they are PgBouncer, which keeps the time zone and the style of dates of each client, and refuses all other settings
 */
export function makeHosts(databaseUrl: string, { Client }: Pick<Driver, 'Client'>, pooled = false): Hosts {
  const servers = urlsOf(databaseUrl).map((url) => ({ connectionString: url }));
  const serverOf = new WeakMap<pg.ClientBase, number>();
  let current = 0;
  const failed = (server: number) => {
    // Connections that were begun at the same time fail together, and count once.
    if (server === current) current = (current + 1) % servers.length;
  };

  class HostClient extends Client {
    constructor(options: pg.ClientConfig = {}) {
      super(servers.length === 1 && options.host ? options : { ...options, ...servers[current] });
      const server = current;
      serverOf.set(this, server);
      this.on('notice', ({ routine }) => {
        if (routine === waitForStandby) unconfirmed.add(this);
      });
      if (pooled) {
        const driver = this as unknown as Startup;
        const startup = driver.getStartupConf.bind(this);
        driver.getStartupConf = () => ({ ...startup(), ...pooledStartup });
      }
      let connected = false;
      this.once('connect', () => (connected = true));
      this.once('end', () => connected || failed(server));
    }
  }

  return {
    count: servers.length,
    Client: HostClient,
    failed: (client) => failed(serverOf.get(client) ?? 0),
    async verify(client) {
      const { rows } = await client.query<{ standby: boolean }>(isStandby);
      const server = serverOf.get(client) ?? 0;
      if (!rows[0]?.standby) {
        // Another connection may have tried the next server while this one was down.
        current = server;
        return;
      }
      failed(server);
      throw new ConnectionLost('the server is a standby, which takes no writes');
    },
  };
}

/** A connection of its own to the server that takes writes. @throws the error of the last one, if none does */
export async function connectToOne(hosts: Hosts, options?: pg.ClientConfig): Promise<pg.Client> {
  for (let left = hosts.count - 1; ; left--) {
    const client = new hosts.Client(options);
    client.on('error', () => {});
    try {
      await client.connect();
      await hosts.verify(client);
      return client;
    } catch (error) {
      // A server that does not answer does not answer the end of a session either.
      void client.end().catch(() => {});
      hosts.failed(client);
      if (left <= 0) throw error;
    }
  }
}
