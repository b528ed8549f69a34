import type { DatabaseFiles } from '@runners/postgres';
import type { Gazetteer } from '../platform/places/gazetteer.ts';
import type { SiblingProcesses } from '../web/serve-metrics.ts';

/**
 * What tests may replace: the clock, the contents of the embedded database, and times and limits that take long to
 * reach.
 */
export interface TestOverrides {
  now?: () => Date;
  image?: DatabaseFiles;
  /** Fills an empty embedded database with demo data if the configuration allows it. */
  demo?: boolean;
  /** Milliseconds between two heartbeats of live connections. */
  heartbeatMs?: number;
  /** Milliseconds between two removals of the files of deleted pictures. */
  sweepMs?: number;
  /** The largest number of live connections of one address. */
  connectionsPerAddress?: number;
  /** The largest number of bytes of answers that wait for slow readers. */
  waitingBytes?: number;
  /** The included gazetteer, which other services of this process may use as well. */
  gazetteer?: Gazetteer;
  /** Whether the port is listened on before anything is migrated, which is so by default; not beside processes that share it. */
  listensFirst?: boolean;
  /** The processes that run beside this one. */
  siblings?: SiblingProcesses;
}
