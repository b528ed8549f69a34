import { z } from 'zod';

/** The environment variables of what can be seen of the service: docs/observability.md. */
export const observabilitySettings = {
  /** One line for each request (`all`), for those that failed on our side or were cut off, or none. */
  LOG_REQUESTS: z.enum(['all', 'failed', 'off']).default('all'),
  /** Statements that take longer are logged with their name; 0: none is. */
  SLOW_STATEMENT_MS: z.coerce.number('must be a number').min(0, 'must not be negative').max(3_600_000).default(1000),
  /** A port of its own for `/metrics`; 0 picks a free one. */
  METRICS_PORT: z.coerce.number('must be a number').int('must be a whole number').min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** `/metrics` asks for `Authorization: Bearer <token>`; without METRICS_PORT it is served on PORT. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Where traces are sent by OTLP over HTTP; the other OTEL_ variables are read by the SDK. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl().optional(),
  /** Seconds for which browsers use HTTPS only (Strict-Transport-Security); unset: the header is not sent. */
  HSTS_SECONDS: z.coerce.number('must be a number').int('must be a whole number').min(0).max(3_153_600_000).optional(),
  /** `on` extends that to all subdomains. */
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('off'),
};

function httpUrl() {
  return z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    message: 'must be a URL starting with http:// or https://',
  });
}

/** Where a collector takes traces, as OpenTelemetry says it. */
function tracesBelow(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

type Settings = z.infer<z.ZodObject<typeof observabilitySettings>>;

/** The part of the configuration that these variables make. */
export interface ObservabilityConfig {
  logRequests: 'all' | 'failed' | 'off';
  /** Infinite: no statement is slow. */
  slowStatementMs: number;
  metricsPort: number | undefined;
  metricsHost: string;
  metricsToken: string | undefined;
  /** Where traces are sent; undefined: none are made. */
  tracesUrl: string | undefined;
  /** The value of Strict-Transport-Security. */
  hsts: string | undefined;
}

/** What the configuration says of it, typed. */
export function observabilityOf(values: Settings): ObservabilityConfig {
  const { HSTS_SECONDS: seconds, SLOW_STATEMENT_MS: slow } = values;
  return {
    logRequests: values.LOG_REQUESTS,
    slowStatementMs: slow === 0 ? Infinity : slow,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    metricsToken: values.METRICS_TOKEN,
    tracesUrl: values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? tracesBelow(values.OTEL_EXPORTER_OTLP_ENDPOINT),
    hsts:
      seconds === undefined
        ? undefined
        : `max-age=${seconds}${values.HSTS_SUBDOMAINS === 'on' ? '; includeSubDomains' : ''}`,
  };
}
