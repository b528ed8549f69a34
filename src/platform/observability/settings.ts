import { z } from 'zod';

/** The environment variables for logs, metrics, traces and HSTS (docs/observability.md). */
export const observabilitySettings = {
  /** Which requests are logged: all, those that failed because of an internal error or were aborted, or none. */
  LOG_REQUESTS: z.enum(['all', 'failed', 'off']).default('all'),
  /** Statements that take longer are logged with their names. With 0, none is. */
  SLOW_STATEMENT_MS: z.coerce.number('must be a number').min(0, 'must not be negative').max(3_600_000).default(1000),
  /** A separate port for `/metrics`. With 0, the system chooses a free one. */
  METRICS_PORT: z.coerce.number('must be a number').int('must be a whole number').min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** `/metrics` requires `Authorization: Bearer <token>`. Without METRICS_PORT, it is then served on PORT. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Where traces are sent with OTLP over HTTP. The SDK reads the other OTEL_ variables. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl().optional(),
  /** Seconds for which browsers use only HTTPS (Strict-Transport-Security). If it is unset, the header is not sent. */
  HSTS_SECONDS: z.coerce.number('must be a number').int('must be a whole number').min(0).max(3_153_600_000).optional(),
  /** With `on`, this includes all subdomains. */
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('off'),
};

function httpUrl() {
  return z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    message: 'must be a URL starting with http:// or https://',
  });
}

/** The path for traces below an endpoint, as OpenTelemetry specifies it. */
function tracesBelow(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
}

type Settings = z.infer<z.ZodObject<typeof observabilitySettings>>;

/** The part of the configuration that comes from these variables. */
export interface ObservabilityConfig {
  logRequests: 'all' | 'failed' | 'off';
  /** Infinite if no statement counts as slow. */
  slowStatementMs: number;
  metricsPort: number | undefined;
  metricsHost: string;
  metricsToken: string | undefined;
  /** Where traces are sent, or undefined if none are collected. */
  tracesUrl: string | undefined;
  /** The value of Strict-Transport-Security, or undefined if it is not sent. */
  hsts: string | undefined;
}

/** Converts the values of the variables. */
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
