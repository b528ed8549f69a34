/** What is needed to open a database. */
export interface DatabaseConfig {
  /** The URL of the server, possibly with several hosts; undefined for the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** The most connections to each server. */
  databasePool: number;
  /** The longest time for a statement of a request, in seconds. */
  databaseTimeout?: number;
  dataDir: string;
  driver: 'fast' | 'plain';
  /** Leads past a connection pooler, through which `databaseUrl` leads then. */
  databaseDirectUrl?: string | undefined;
  databaseReplicaUrls?: string[];
  /** Milliseconds by which a replica that is read from may be behind. */
  databaseReplicaMaxLag?: number;
}
