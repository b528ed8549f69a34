import { z } from 'zod';
import { observabilityOf, observabilitySettings } from './observability/settings.ts';
import type { ObservabilityConfig } from './observability/settings.ts';
import type { S3Storage } from './store/picture-store-s3.ts';

/** Thrown when an environment variable is missing or malformed; the message is one sentence for the operator. */
export class ConfigError extends Error {}

const url = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)), {
    message: `must be a URL starting with ${protocols.map((p) => `${p}://`).join(' or ')}`,
  });

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Every environment variable the service reads: name, form, default (README, Configuration). */
const environment = z.object({
  /** TCP port to listen on; 0 picks a free one. */
  PORT: z.coerce.number('must be a number').int('must be a whole number').min(0).max(65535).default(4000),
  /** Address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  /** Base of absolute URLs handed out (`Location`, pictures, mails); default: http://HOST:PORT. */
  PUBLIC_URL: url(['http', 'https']).optional(),
  /** PostgreSQL; unset: embedded PGlite under DATA_DIR. */
  DATABASE_URL: url(['postgres', 'postgresql']).optional(),
  /** Most connections to PostgreSQL a process opens. */
  DATABASE_POOL: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(2, 'must be at least 2: one connection hears of revoked keys, the others work')
    .max(1000)
    .default(16),
  /** Most seconds a statement of a request may take on PostgreSQL; waits for locks and connections are shorter. */
  DATABASE_TIMEOUT: z.coerce.number('must be a number').positive('must be more than 0').max(3600).default(15),
  /** Seconds between SIGTERM and the end of listening: answers say `Connection: close`, `/readyz` says 503. */
  DRAIN_SECONDS: z.coerce.number('must be a number').min(0, 'must not be negative').max(600).default(1),
  /** Processes that answer side by side; more than one needs DATABASE_URL. */
  WORKERS: z.coerce.number('must be a number').int('must be a whole number').min(1).max(128).default(1),
  /** Folder of the embedded database, mails and pictures. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** Shares rate limits between processes, and tells them at once of each other's live events; unset: in-process. */
  REDIS_URL: url(['redis', 'rediss']).optional(),
  /** For how many days live events are kept: so long a subscription can go on after an interruption. */
  LIVE_EVENT_DAYS: z.coerce.number('must be a number').positive('must be more than 0').max(365).default(7),
  /** SMTP server for outgoing mail; unset: `.eml` files in DATA_DIR/mail. */
  SMTP_URL: url(['smtp', 'smtps']).optional(),
  /** Sender of outgoing mail. */
  MAIL_FROM: z.string().default('Runners <no-reply@localhost>'),
  /**
   * Pictures in an S3-compatible service: `s3://bucket/prefix?endpoint=https://host:9000&region=eu-central-1`; without an
   * endpoint Amazon's own. Unset: files in DATA_DIR/pictures.
   */
  STORAGE_URL: url(['s3']).optional(),
  /** Credentials of the picture store; required with STORAGE_URL. */
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  /** The social network, Graph-style HTTP: what REST calls it, its base URL, and our app there; all four or none. */
  SOCIAL_NETWORK: z.string().max(40, 'must have at most 40 characters').optional(),
  SOCIAL_URL: url(['http', 'https']).optional(),
  SOCIAL_APP_ID: z.string().optional(),
  SOCIAL_APP_SECRET: z.string().optional(),
  /** `checked`: the network vouches for every address that it hands out without saying whether it has checked it. */
  SOCIAL_EMAILS: z.enum(['verified', 'checked']).default('verified'),
  /** Base of a geocoder that speaks Nominatim's HTTP, for names of places; a query in it goes with each call. */
  GEOCODER_URL: url(['http', 'https'])
    .refine((value) => URL.canParse(value) && new URL(value).username === '', { message: 'must not carry a user name' })
    .optional(),
  /** Signs URLs; required with DATABASE_URL, else made once and kept in DATA_DIR. */
  SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  /** The key before this one: what it signed is still accepted. */
  SECRET_KEY_PREVIOUS: z.string().min(16, 'must have at least 16 characters').optional(),
  /** `interpreted` lets graphql-js execute every document instead of compiling those that come again (tests only). */
  EXECUTION: z.enum(['compiled', 'interpreted']).default('compiled'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** `off` switches rate limits off (benchmarks only). */
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** Connections of one address that a process keeps open, WebSockets aside; behind a proxy: requests under way. */
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1)
    .max(1_000_000)
    .default(1000),
  /** `on` trusts X-Forwarded-For of one proxy in front (client addresses for the sign-in limits). */
  TRUST_PROXY: z.enum(['on', 'off']).default('off'),
  /** `proven`: who writes to strangers must first have shown by mail that their address is theirs. */
  WRITE_TO_STRANGERS: z.enum(['anybody', 'proven']).default('anybody'),
  /** Demo data in an empty embedded database; unset: where only this machine can come. */
  DEMO: z.enum(['on', 'off']).optional(),
  /** Origins that browsers may call from, separated by commas, or `*`; unset: none. */
  CORS_ORIGINS: list.default([]),
  ...observabilitySettings,
});

/** A social network and our app there (decisions R19). */
export interface SocialConfig {
  name: string;
  /** Base of its addresses, the version included. */
  url: string;
  appId: string;
  appSecret: string;
}

/** What an empty embedded database is filled with; staff of it only where nobody else can come (decisions N26). */
type DemoData = 'none' | 'people' | 'people and staff';

/** The configuration, typed; the same names as in the environment, in camel case. */
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
  /** Undefined: no signing in with a network and no sharing there. */
  social: SocialConfig | undefined;
  /** `checked`: an address without a word on whether it was checked counts as checked. */
  socialEmails: 'verified' | 'checked';
  /** Undefined: the gazetteer inside the package. */
  geocoderUrl: string | undefined;
  secretKey: string | undefined;
  secretKeyPrevious: string | undefined;
  /** How GraphQL documents are executed. */
  execution: z.infer<typeof environment>['EXECUTION'];
  logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  rateLimits: boolean;
  /** Infinite without rate limits. */
  connectionsPerAddress: number;
  trustProxy: boolean;
  writeToStrangers: 'anybody' | 'proven';
  demo: DemoData;
  corsOrigins: string[];
}

/**
 * Reads the environment into typed values, once at the start. An empty value counts as unset.
 * @throws ConfigError naming the variable and what is wrong with it.
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
    connectionsPerAddress: values.RATE_LIMITS === 'on' ? values.CONNECTIONS_PER_ADDRESS : Infinity,
    trustProxy: values.TRUST_PROXY === 'on',
    writeToStrangers: values.WRITE_TO_STRANGERS,
    demo: demoOf(values),
    corsOrigins: values.CORS_ORIGINS,
    ...observabilityOf(values),
  };
}

/** Where demo data belong: unasked only where nobody but this machine can come. */
function demoOf({ DEMO, HOST, PUBLIC_URL }: z.infer<typeof environment>): DemoData {
  const loopback = HOST === 'localhost' || HOST === '::1' || /^127(\.\d{1,3}){3}$/.test(HOST);
  const alone = loopback && PUBLIC_URL === undefined;
  if (DEMO === 'off' || (DEMO === undefined && !alone)) return 'none';
  return alone ? 'people and staff' : 'people';
}

/** Where pictures go, when it is not the data folder. @throws ConfigError */
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

/** The social network, when there is one. @throws ConfigError */
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
