import { z } from 'zod';
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

/** Every environment variable the service reads: name, form, default (design part 4). */
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
  DATABASE_POOL: z.coerce.number('must be a number').int('must be a whole number').min(1).max(1000).default(16),
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
  /** Base of a geocoder that speaks Nominatim's HTTP, for names of places; a query in it goes with each call. */
  GEOCODER_URL: url(['http', 'https'])
    .refine((value) => URL.canParse(value) && new URL(value).username === '', { message: 'must not carry a user name' })
    .optional(),
  /** Signs URLs; required with DATABASE_URL, else made once and kept in DATA_DIR. */
  SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** `off` switches rate limits off (benchmarks only). */
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** `on` trusts X-Forwarded-For of one proxy in front (client addresses for the sign-in limits). */
  TRUST_PROXY: z.enum(['on', 'off']).default('off'),
  /** Origins that browsers may call from, separated by commas, or `*`; unset: none. */
  CORS_ORIGINS: list.default([]),
});

/** A social network and our app there (decisions R19). */
export interface SocialConfig {
  name: string;
  /** Base of its addresses, the version included. */
  url: string;
  appId: string;
  appSecret: string;
}

/** The configuration, typed; the same names as in the environment, in camel case. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string | undefined;
  databaseUrl: string | undefined;
  databasePool: number;
  workers: number;
  dataDir: string;
  redisUrl: string | undefined;
  liveEventDays: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  storage: S3Storage | undefined;
  /** Undefined: no signing in with a network and no sharing there. */
  social: SocialConfig | undefined;
  /** Undefined: the gazetteer inside the package. */
  geocoderUrl: string | undefined;
  secretKey: string | undefined;
  logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  rateLimits: boolean;
  trustProxy: boolean;
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
    workers: values.WORKERS,
    dataDir: values.DATA_DIR,
    redisUrl: values.REDIS_URL,
    liveEventDays: values.LIVE_EVENT_DAYS,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    storage: storageOf(values),
    social: socialOf(values),
    geocoderUrl: values.GEOCODER_URL,
    secretKey: values.SECRET_KEY,
    logLevel: values.LOG_LEVEL,
    rateLimits: values.RATE_LIMITS === 'on',
    trustProxy: values.TRUST_PROXY === 'on',
    corsOrigins: values.CORS_ORIGINS,
  };
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
