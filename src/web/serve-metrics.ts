import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Config } from '../platform/config.ts';
import { makeExposition, writeMetrics } from '../platform/observability/exposition.ts';
import type { Exposition, ProcessMetrics } from '../platform/observability/exposition.ts';
import type { Metrics } from '../platform/observability/metrics.ts';

/** Where metrics are served. */
export const metricsPath = '/metrics';

/** Reads the metrics of the other processes of the service. */
export interface SiblingProcesses {
  /** The number of this process, from 1. */
  worker: number;
  /** Makes the metrics of this process available to the others. The returned function reads the metrics of all. */
  join(own: Exposition): () => Promise<ProcessMetrics[]>;
}

const alone: SiblingProcesses = { worker: 1, join: (own) => async () => [await own.read(true)] };

/** The served metrics. */
interface ServedMetrics {
  /** Answers `/metrics` on the port of the service, or null if it is not served there. */
  answer: RequestListener | null;
  /** The URL on the separate port, or null if there is none. */
  url: string | null;
  close(): Promise<void>;
}

/**
 * Serves metrics for Prometheus on METRICS_PORT, or with METRICS_TOKEN on the port of the service, or not at all.
 * @throws Error if the port cannot be listened on
 */
export async function serveMetrics(
  config: Pick<Config, 'metricsPort' | 'metricsHost' | 'metricsToken'>,
  metrics: Metrics,
  siblings: SiblingProcesses = alone,
): Promise<ServedMetrics> {
  const { metricsPort: port, metricsHost: host, metricsToken: token } = config;
  if (port === undefined && token === undefined) return { answer: null, url: null, close: async () => {} };
  const gather = siblings.join(await makeExposition(metrics, siblings.worker));
  const answer = metricsAnswer(token, gather);
  if (port === undefined) return { answer, url: null, close: async () => {} };
  const server = createServer((request, response) => {
    if ((request.url ?? '').split('?', 1)[0] === metricsPath) answer(request, response);
    else response.writeHead(404, plain).end('There is nothing here but /metrics.\n');
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    answer: null,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}${metricsPath}`,
    close: () => closed(server),
  };
}

const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } as const;

function metricsAnswer(token: string | undefined, gather: () => Promise<ProcessMetrics[]>): RequestListener {
  return (request, response) => {
    const refuse = (status: number, sentence: string, headers = {}) =>
      response.writeHead(status, { ...plain, ...headers }).end(sentence);
    if (token !== undefined && !isBearer(request.headers.authorization, token))
      return refuse(401, 'Send Authorization: Bearer <METRICS_TOKEN>.\n', { 'WWW-Authenticate': 'Bearer' });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'Only GET is answered here.\n', { Allow: 'GET, HEAD' });
    gather()
      .then(writeMetrics)
      .then(({ type, text }) => {
        const headers = {
          'Content-Type': type,
          'Content-Length': Buffer.byteLength(text),
          'Cache-Control': 'no-store',
        };
        response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : text);
      })
      .catch(() => refuse(500, 'The metrics could not be read.\n'));
  };
}

/** Compares the digests of the tokens, so that the duration does not depend on where they differ. */
function isBearer(header: string | undefined, token: string): boolean {
  // A token that is configured with spaces opens as well.
  const given = /^\s*bearer\s+(\S.*)$/i.exec(header ?? '')?.[1]?.trimEnd() ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
