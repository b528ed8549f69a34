import { environment } from './environment.ts';
import type { Environment } from './environment.ts';
import { observabilityOf } from './observability/settings.ts';
import type { ObservabilityConfig } from './observability/settings.ts';
import type { S3Storage } from './store/picture-store-s3.ts';

/** Thrown when an environment variable is missing or malformed. The message is one sentence for the operator. */
export class ConfigError extends Error {}

/** A social network and the app of this service there (decisions R19). */
export interface SocialConfig {
  name: string;
  /** The base of its URLs, including the version. */
  url: string;
  appId: string;
  appSecret: string;
}

/**
 * The demo data for an empty embedded database. It has staff only if the service is reachable from this machine alone
 * (decisions N26).
 */
type DemoData = 'none' | 'people' | 'people and staff';

/** The typed configuration, with the names of the environment in camel case. */
export interface Config extends ObservabilityConfig {
  port: number;
  host: string;
  publicUrl: string | undefined;
  databaseUrl: string | undefined;
  /** Undefined if `databaseUrl` does not lead through a pooler. */
  databaseDirectUrl: string | undefined;
  databaseReplicaUrls: string[];
  /** Milliseconds. */
  databaseReplicaMaxLag: number;
  databasePool: number;
  /** Seconds. */
  databaseTimeout: number;
  drainSeconds: number;
  workers: number;
  dataDir: string;
  redisUrl: string | undefined;
  liveEventDays: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  storage: S3Storage | undefined;
  /** Bytes of original files of workouts that are kept for each user. */
  originalsQuota: number;
  /** Undefined if users cannot sign in with a social network or share there. */
  social: SocialConfig | undefined;
  /** With `checked`, an address counts as verified even without a statement whether it is. */
  socialEmails: 'checked' | 'proven';
  /** Undefined to use the built-in gazetteer. */
  geocoderUrl: string | undefined;
  /** The header `WWW-Authenticate` of every 401 of the REST interface; undefined if none is sent (decisions P31). */
  wwwAuthenticate: string | undefined;
  secretKey: string | undefined;
  secretKeyPrevious: string | undefined;
  /** How GraphQL documents are executed. */
  driver: Environment['DRIVER'];
  execution: Environment['EXECUTION'];
  logLevel: Environment['LOG_LEVEL'];
  rateLimits: boolean;
  ratePoints: number;
  requestsAtOnce: number;
  /** Infinite without rate limits. */
  connectionsPerAddress: number;
  trustProxy: boolean;
  writeToStrangers: 'anybody' | 'proven';
  demo: DemoData;
  /** Whether the pages for developers are served; undefined to serve them with demo data. */
  playground: boolean | undefined;
  corsOrigins: (string | RegExp)[];
  /** Which GraphQL documents are accepted. */
  documents: Environment['DOCUMENTS'];
  /** Undefined if only the documents of the REST interface are registered. */
  documentsPath: string | undefined;
  /** Whether calls are counted by client. */
  usageLedger: boolean;
  /** Undefined if nothing will be switched off. */
  retirementPlan: string | undefined;
}

/**
 * Reads the environment into typed values, once at the start. An empty value counts as unset.
 * @throws ConfigError that names the variable and what is wrong with it
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'configuration'}: ${issue?.message ?? 'is malformed'}`);
  }
  const values = parsed.data;
  if (values.DATABASE_URL && !values.SECRET_KEY)
    throw new ConfigError('SECRET_KEY: is required when DATABASE_URL is set (it signs URLs on every process alike)');
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const)
    if (values[name]?.length && !values.DATABASE_URL) throw new ConfigError(`${name}: needs DATABASE_URL`);
  if (values.WORKERS > 1 && !values.DATABASE_URL)
    throw new ConfigError('WORKERS: more than one needs DATABASE_URL (the embedded database belongs to one process)');
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS,
    databaseReplicaMaxLag: values.DATABASE_REPLICA_MAX_LAG_MS,
    databasePool: values.DATABASE_POOL,
    databaseTimeout: values.DATABASE_TIMEOUT,
    drainSeconds: values.DRAIN_SECONDS,
    workers: values.WORKERS,
    dataDir: values.DATA_DIR,
    redisUrl: values.REDIS_URL,
    liveEventDays: values.LIVE_EVENT_DAYS,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    storage: storageOf(values),
    originalsQuota: values.ORIGINALS_QUOTA * 1024 * 1024,
    social: socialOf(values),
    socialEmails: values.SOCIAL_EMAILS,
    geocoderUrl: values.GEOCODER_URL,
    wwwAuthenticate: values.WWW_AUTHENTICATE,
    secretKey: values.SECRET_KEY,
    secretKeyPrevious: values.SECRET_KEY_PREVIOUS,
    driver: values.DRIVER,
    execution: values.EXECUTION,
    logLevel: values.LOG_LEVEL,
    rateLimits: values.RATE_LIMITS === 'on',
    ratePoints: values.RATE_POINTS,
    requestsAtOnce: values.REQUESTS_AT_ONCE,
    connectionsPerAddress: values.RATE_LIMITS === 'on' ? values.CONNECTIONS_PER_ADDRESS : Infinity,
    trustProxy: values.TRUST_PROXY === 'on',
    writeToStrangers: values.WRITE_TO_STRANGERS,
    demo: demoOf(values),
    playground: values.PLAYGROUND && values.PLAYGROUND === 'on',
    corsOrigins: originsOf(values),
    documents: values.DOCUMENTS,
    documentsPath: values.DOCUMENTS_PATH,
    usageLedger: values.USAGE_LEDGER === 'on',
    retirementPlan: values.RETIREMENT_PLAN,
    ...observabilityOf(values),
  };
}

/** Whether the pages for developers are served. @param demo what signs in to the demo data, or null without */
export function hasPlayground({ playground }: Pick<Config, 'playground'>, demo: object | null): boolean {
  return playground ?? demo !== null;
}

/** Which demo data are created. By default, there are some only if the service is reachable from this machine alone. */
function demoOf({ DEMO, HOST, PUBLIC_URL }: Environment): DemoData {
  const loopback = HOST === 'localhost' || HOST === '::1' || /^127(\.\d{1,3}){3}$/.test(HOST);
  const alone = loopback && PUBLIC_URL === undefined;
  if (DEMO === 'off' || (DEMO === undefined && !alone)) return 'none';
  return alone ? 'people and staff' : 'people';
}

/** The origins of pages that a developer serves from this machine. */
const loopbackOrigins = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** The origins from which browsers may send requests. A demo that only this machine can reach allows those of this machine. */
function originsOf(values: Environment): (string | RegExp)[] {
  if (values.CORS_ORIGINS.length > 0) return values.CORS_ORIGINS;
  return demoOf(values) === 'people and staff' ? [loopbackOrigins] : [];
}

/** The S3 storage of pictures; undefined to store them in the data folder. @throws ConfigError */
function storageOf(values: Environment): S3Storage | undefined {
  const { STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = values;
  if (!STORAGE_URL) return undefined;
  if (!AWS_ACCESS_KEY_ID) throw new ConfigError('AWS_ACCESS_KEY_ID: is required when STORAGE_URL is set');
  if (!AWS_SECRET_ACCESS_KEY) throw new ConfigError('AWS_SECRET_ACCESS_KEY: is required when STORAGE_URL is set');
  const { hostname: bucket, pathname, searchParams } = new URL(STORAGE_URL);
  if (!bucket) throw new ConfigError('STORAGE_URL: must name a bucket: s3://bucket');
  const region = searchParams.get('region') || 'us-east-1';
  const endpoint = searchParams.get('endpoint') || `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new ConfigError('STORAGE_URL: endpoint must be a URL starting with http:// or https://');
  const prefix = pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  return {
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ''),
    bucket,
    region,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  };
}

/** The social network, if one is configured. @throws ConfigError */
function socialOf(values: Environment): SocialConfig | undefined {
  const { SOCIAL_NETWORK: name, SOCIAL_URL: url, SOCIAL_APP_ID: appId, SOCIAL_APP_SECRET: appSecret } = values;
  const missing = Object.entries({
    SOCIAL_NETWORK: name,
    SOCIAL_URL: url,
    SOCIAL_APP_ID: appId,
    SOCIAL_APP_SECRET: appSecret,
  })
    .filter(([, value]) => value === undefined)
    .map(([variable]) => variable);
  if (missing.length === 4) return undefined;
  if (!name || !url || !appId || !appSecret)
    throw new ConfigError(`${missing[0]}: is required when one of the other SOCIAL_ variables is set`);
  return { name, url, appId, appSecret };
}
