import type { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import type { ProcessContext } from '../../src/domain/context.ts';
import type { Identify } from '../../src/request/identify.ts';
import type { UpgradeListener } from '../../src/web/until-ready.ts';
import type { Metrics } from '../../src/platform/observability/metrics.ts';
import type { Executor } from '../execution/executor.ts';
import type { KnownDocuments } from '@runners/graphql';
import { Connections } from './connections.ts';
import type { LivingKeys } from './connections.ts';
import { liveLimits } from './live-limits.ts';
import { makeLiveOperations } from './live-operations.ts';
import type { LiveOperations } from './live-operations.ts';
import { serveSockets } from './serve-sockets.ts';
import { serveStreams } from './serve-streams.ts';

/** The parts of the service that subscriptions need. */
interface LiveHost {
  executor: Executor;
  known: KnownDocuments;
  processContext: ProcessContext;
  app: Express;
  /** The context of a caller with this Authorization header. */
  contextOf: Identify;
  addressOf(request: IncomingMessage): string;
  livingKeys: LivingKeys;
  /** Calls back whenever keys may have been revoked. The returned function removes the callback. */
  onForget(listener: () => void): () => void;
  /** Whether the connections of an address are counted. */
  limited: boolean;
  /** Milliseconds between two heartbeats, if not the default. */
  heartbeatMs?: number | undefined;
  /** Connections of one address, if not the default. */
  connectionsPerAddress?: number | undefined;
}

/** The parts that sockets and streams share. */
export interface LiveTransports extends LiveHost {
  operations: LiveOperations;
  connections: Connections;
}

function watchConnections(metrics: Metrics, { counts, subscriptions }: Connections): void {
  metrics.watch(
    {
      name: 'runners_live_connections',
      help: 'Open connections for subscriptions.',
      type: 'gauge',
      label: 'kind',
      read: counts,
    },
    {
      name: 'runners_live_subscriptions',
      help: 'Subscriptions of signed-in users.',
      type: 'gauge',
      read: () => subscriptions.running(),
    },
  );
}

/** Serves subscriptions: over WebSockets at `/graphql` and as server-sent events from `/graphql/stream`. */
export function serveLive(host: LiveHost): { upgrade: UpgradeListener; close(): Promise<void> } {
  const { log } = host.executor;
  const transports: LiveTransports = {
    ...host,
    operations: makeLiveOperations(host.executor, host.known, host.processContext),
    connections: new Connections(
      host.livingKeys,
      host.connectionsPerAddress ?? (host.limited ? liveLimits.connectionsPerAddress : Infinity),
      host.heartbeatMs ?? liveLimits.heartbeatMs,
      log,
      host.processContext.now,
    ),
  };
  watchConnections(host.processContext.observer.metrics, transports.connections);
  const stop = host.onForget(() => transports.connections.recheck());
  serveStreams(transports);
  return {
    upgrade: serveSockets(transports),
    async close() {
      stop();
      await transports.connections.close();
    },
  };
}
