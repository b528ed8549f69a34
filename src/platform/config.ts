import { z } from 'zod';
import { urlsOf } from './database/urls-of.ts';
import { observabilityOf, observabilitySettings } from './observability/settings.ts';
import type { ObservabilityConfig } from './observability/settings.ts';
import type { S3Storage } from './store/picture-store-s3.ts';

/** Thrown when an environment variable is missing or malformed. The message is one sentence for the operator. */
export class ConfigError extends Error {}

const isUrl = (value: string, protocols: string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1));

const url = (protocols: string[]) =>
  z.string().refine((value) => isUrl(value, protocols), {
    message: `must be a URL starting with ${protocols.map((p) => `${p}://`).join(' or ')}`,
  });

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** All environment variables that the service reads: name, form, default (README, Configuration). */
const environment = z.object({
  /** The TCP port to listen on. With 0, the system chooses a free one. */
  PORT: z.coerce.number('must be a number').int('must be a whole number').min(0).max(65535).default(4000),
  /** Address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  /** The base of all absolute URLs (`Location`, pictures, mails); default: http://HOST:PORT. */
  PUBLIC_URL: url(['http', 'https']).optional(),
  /**
   * The URL of PostgreSQL. If it names several hosts, separated by commas, the one that takes writes is used. If it is
   * unset, the service uses embedded PGlite in DATA_DIR.
   */
  DATABASE_URL: z
    .string()
    .refine((value) => urlsOf(value).every((one) => isUrl(one, ['postgres', 'postgresql'])), {
      message: 'must be a URL starting with postgres:// or postgresql://',
    })
    .optional(),
  /** The largest number of connections to PostgreSQL for each process. */
  DATABASE_POOL: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(2, 'must be at least 2: one connection hears of revoked keys, the others work')
    .max(1000)
    .default(16),
  /**
   * The largest number of seconds that a statement of a request may take on PostgreSQL. Waits for locks and connections
   * are shorter.
   */
  DATABASE_TIMEOUT: z.coerce.number('must be a number').positive('must be more than 0').max(3600).default(6),
  /**
   * Seconds between SIGTERM and the end of listening. Until then, answers have `Connection: close`, and `/readyz`
   * answers 503.
   */
  DRAIN_SECONDS: z.coerce.number('must be a number').min(0, 'must not be negative').max(600).default(1),
  /** The number of processes that answer requests. More than one needs DATABASE_URL. */
  WORKERS: z.coerce.number('must be a number').int('must be a whole number').min(1).max(128).default(1),
  /** The folder of the embedded database, mails and pictures. */
  DATA_DIR: z.string().min(1).default('./data'),
  /**
   * The URL of Redis, through which processes share rate limits and notify each other of live events. If it is unset,
   * each process counts for itself.
   */
  REDIS_URL: url(['redis', 'rediss']).optional(),
  /** The number of days for which live events are kept, and a subscription can be resumed. */
  LIVE_EVENT_DAYS: z.coerce.number('must be a number').positive('must be more than 0').max(365).default(7),
  /** The SMTP server for outgoing mail. If it is unset, mails are written to `.eml` files in DATA_DIR/mail. */
  SMTP_URL: url(['smtp', 'smtps']).optional(),
  /** The sender of outgoing mail. */
  MAIL_FROM: z.string().default('Runners <no-reply@localhost>'),
  /**
   * The S3-compatible service that stores pictures:
   * `s3://bucket/prefix?endpoint=https://host:9000&region=eu-central-1`; without an endpoint, it is Amazon S3. If it is
   * unset, pictures are files in DATA_DIR/pictures.
   */
  STORAGE_URL: url(['s3']).optional(),
  /** Credentials of the picture store; required with STORAGE_URL. */
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  /**
   * The social network, with an HTTP API like that of the Graph API: its name in REST, its base URL, and the app of
   * this service there. All four are set, or none.
   */
  SOCIAL_NETWORK: z.string().max(40, 'must have at most 40 characters').optional(),
  SOCIAL_URL: url(['http', 'https']).optional(),
  SOCIAL_APP_ID: z.string().optional(),
  SOCIAL_APP_SECRET: z.string().optional(),
  /** With `checked`, every address from the network counts as verified, even without a statement whether it is. */
  SOCIAL_EMAILS: z.enum(['verified', 'checked']).default('verified'),
  /**
   * The base URL of a geocoder with the HTTP API of Nominatim, for names of places. Its query parameters are added to
   * each request.
   */
  GEOCODER_URL: url(['http', 'https'])
    .refine((value) => URL.canParse(value) && new URL(value).username === '', { message: 'must not carry a user name' })
    .optional(),
  /** The key that signs URLs. It is required with DATABASE_URL; otherwise it is created once and stored in DATA_DIR. */
  SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  /** The key before this one. What it has signed is still accepted. */
  SECRET_KEY_PREVIOUS: z.string().min(16, 'must have at least 16 characters').optional(),
  /**
   * With `interpreted`, graphql-js executes every document, instead of compiling those that come again (for tests
   * only).
   */
  EXECUTION: z.enum(['compiled', 'interpreted']).default('compiled'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** `off` disables rate limits (for benchmarks only). */
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** Points that a person, or an address without one, has in five minutes; one document costs up to 25,000. */
  RATE_POINTS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(25_000, 'must be at least 25000, which is what one document may cost')
    .max(1_000_000_000)
    .default(600_000),
  /** Requests that a process runs at once; the others wait for their turn. */
  REQUESTS_AT_ONCE: z.coerce.number('must be a number').int('must be a whole number').min(1).max(100_000).default(512),
  /**
   * The largest number of connections of one address to a process, without WebSockets. Behind a proxy, it limits
   * requests in progress.
   */
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1)
    .max(1_000_000)
    .default(1000),
  /** `on` trusts the X-Forwarded-For header of one proxy (client addresses for the sign-in limits). */
  TRUST_PROXY: z.enum(['on', 'off']).default('off'),
  /** With `proven`, users must prove their address by mail before they can write to strangers. */
  WRITE_TO_STRANGERS: z.enum(['anybody', 'proven']).default('anybody'),
  /**
   * Fills an empty embedded database with demo data. If it is unset, this happens only if the service is reachable from
   * this machine alone.
   */
  DEMO: z.enum(['on', 'off']).optional(),
  /** The origins from which browsers may call, separated by commas, or `*`. If it is unset, there are none. */
  CORS_ORIGINS: list.default([]),
  ...observabilitySettings,
});

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
  /** Undefined if users cannot sign in with a social network or share there. */
  social: SocialConfig | undefined;
  /** With `checked`, an address counts as verified even without a statement whether it is. */
  socialEmails: 'verified' | 'checked';
  /** Undefined to use the built-in gazetteer. */
  geocoderUrl: string | undefined;
  secretKey: string | undefined;
  secretKeyPrevious: string | undefined;
  /** How GraphQL documents are executed. */
  execution: z.infer<typeof environment>['EXECUTION'];
  logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  rateLimits: boolean;
  ratePoints: number;
  requestsAtOnce: number;
  /** Infinite without rate limits. */
  connectionsPerAddress: number;
  trustProxy: boolean;
  writeToStrangers: 'anybody' | 'proven';
  demo: DemoData;
  corsOrigins: string[];
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
  if (values.WORKERS > 1 && !values.DATABASE_URL)
    throw new ConfigError('WORKERS: more than one needs DATABASE_URL (the embedded database belongs to one process)');
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    databaseUrl: values.DATABASE_URL,
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
    social: socialOf(values),
    socialEmails: values.SOCIAL_EMAILS,
    geocoderUrl: values.GEOCODER_URL,
    secretKey: values.SECRET_KEY,
    secretKeyPrevious: values.SECRET_KEY_PREVIOUS,
    execution: values.EXECUTION,
    logLevel: values.LOG_LEVEL,
    rateLimits: values.RATE_LIMITS === 'on',
    ratePoints: values.RATE_POINTS,
    requestsAtOnce: values.REQUESTS_AT_ONCE,
    connectionsPerAddress: values.RATE_LIMITS === 'on' ? values.CONNECTIONS_PER_ADDRESS : Infinity,
    trustProxy: values.TRUST_PROXY === 'on',
    writeToStrangers: values.WRITE_TO_STRANGERS,
    demo: demoOf(values),
    corsOrigins: values.CORS_ORIGINS,
    ...observabilityOf(values),
  };
}

/** Which demo data are created. By default, there are some only if the service is reachable from this machine alone. */
function demoOf({ DEMO, HOST, PUBLIC_URL }: z.infer<typeof environment>): DemoData {
  const loopback = HOST === 'localhost' || HOST === '::1' || /^127(\.\d{1,3}){3}$/.test(HOST);
  const alone = loopback && PUBLIC_URL === undefined;
  if (DEMO === 'off' || (DEMO === undefined && !alone)) return 'none';
  return alone ? 'people and staff' : 'people';
}

/** The S3 storage of pictures; undefined to store them in the data folder. @throws ConfigError */
function storageOf(values: z.infer<typeof environment>): S3Storage | undefined {
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
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    region,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  };
}

/** The social network, if one is configured. @throws ConfigError */
function socialOf(values: z.infer<typeof environment>): SocialConfig | undefined {
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
