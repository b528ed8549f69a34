import { z } from 'zod';
import { urlsOf } from '@runners/postgres';
import { observabilitySettings } from './observability/settings.ts';

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

/** A URL of PostgreSQL, possibly with several hosts. */
const databaseUrls = z
  .string()
  .refine((value) => urlsOf(value).every((one) => isUrl(one, ['postgres', 'postgresql'])), {
    message: 'must be a URL starting with postgres:// or postgresql://',
  });

/** All environment variables that the service reads: name, form, default (docs/configuration.md). */
export const environment = z.object({
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
  DATABASE_URL: databaseUrls.optional(),
  /**
   * The URL of the same database that does not lead through a connection pooler. If it is set, DATABASE_URL leads through
   * PgBouncer in transaction mode.
   */
  DATABASE_DIRECT_URL: databaseUrls.optional(),
  /** The URLs of standby servers, separated by commas, that answer queries. */
  DATABASE_REPLICA_URLS: list
    .refine((urls) => urls.every((one) => isUrl(one, ['postgres', 'postgresql'])), {
      message: 'must be URLs starting with postgres:// or postgresql://, separated by commas',
    })
    .default([]),
  /** The longest time in milliseconds by which a replica that answers queries may be behind. */
  DATABASE_REPLICA_MAX_LAG_MS: z.coerce
    .number('must be a number')
    .min(300, 'must be at least 300')
    .max(60_000)
    .default(1000),
  /** The largest number of connections to PostgreSQL for each process. */
  DATABASE_POOL: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(2, 'must be at least 2: one connection receives notifications of revoked keys, and the others run statements')
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
   * The original files of workouts that are kept for each user, in MiB of the files as they were uploaded. Further
   * workouts are stored without their files. With 0, none is kept.
   */
  ORIGINALS_QUOTA: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(1_000_000)
    .default(5120),
  /**
   * The social network, with an HTTP API like that of the Graph API: its name in REST, its base URL, and the app of
   * this service there. All four are set, or none.
   */
  SOCIAL_NETWORK: z.string().max(40, 'must have at most 40 characters').optional(),
  SOCIAL_URL: url(['http', 'https']).optional(),
  SOCIAL_APP_ID: z.string().optional(),
  SOCIAL_APP_SECRET: z.string().optional(),
  /** With `checked`, every address from the network counts as verified, even without a statement whether it is. */
  SOCIAL_EMAILS: z
    .enum(['checked', 'proven', 'verified'])
    .default('checked')
    // The name of `proven` in earlier versions.
    .transform((value) => (value === 'verified' ? 'proven' : value)),
  /**
   * The base URL of a geocoder with the HTTP API of Nominatim, for names of places. Its query parameters are added to
   * each request.
   */
  WWW_AUTHENTICATE: z
    .string()
    .max(200, 'must have at most 200 characters')
    .regex(/^[!-~][ -~]*$/, 'must be visible characters of ASCII')
    .optional(),
  GEOCODER_URL: url(['http', 'https'])
    .refine((value) => URL.canParse(value) && new URL(value).username === '', { message: 'must not carry a user name' })
    .optional(),
  /** The key that signs URLs. It is required with DATABASE_URL; otherwise it is created once and stored in DATA_DIR. */
  SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  /** The key before this one. What it has signed is still accepted. */
  SECRET_KEY_PREVIOUS: z.string().min(16, 'must have at least 16 characters').optional(),
  /** With `plain`, only the documented interfaces of pg and PGlite are used, which takes longer (for tests, and after upgrades). */
  DRIVER: z.enum(['fast', 'plain']).default('fast'),
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
  /** Whether the pages for developers are served: the editor and `/migrate`. If it is unset, they are with demo data. */
  PLAYGROUND: z.enum(['on', 'off']).optional(),
  /** With `registered`, GraphQL accepts no other documents than those that are registered. */
  DOCUMENTS: z.enum(['any', 'registered']).default('any'),
  /** A file or folder with GraphQL documents that are registered, besides those of the REST interface. */
  DOCUMENTS_PATH: z.string().optional(),
  /** `off` counts no calls by client (docs/retiring.md). */
  USAGE_LEDGER: z.enum(['on', 'off']).default('on'),
  /** The file that says which rows and fields will be switched off, and when. If it is unset, none is. */
  RETIREMENT_PLAN: z.string().optional(),
  /** The origins from which browsers may call, separated by commas, or `*`. If it is unset, there are none. */
  CORS_ORIGINS: list.default([]),
  ...observabilitySettings,
});

/** The values of these variables, after their forms were checked and defaults were filled in. */
export type Environment = z.infer<typeof environment>;
