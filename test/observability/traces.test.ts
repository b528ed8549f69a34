/**
 * Traces of OpenTelemetry have spans for the row of a request, its operation and its statements, below the span of the
 * caller.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { newPerson } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { testService } from '../support/service.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const spans: Span[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
    };
    if (request.url === '/v1/traces')
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
});
collector.listen(0, '127.0.0.1');
await once(collector, 'listening');
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
// The collector is closed after the service has stopped, because stopping sends the remaining spans.
afterAll(() => {
  collector.close();
  collector.closeAllConnections();
});
const service = await testService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
const ann = await newPerson(service, 'Ann', 'Traced');

const parent = (traceId: string) => ({ traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'X-Request-Id': traceId });
const [ofRest, ofGraphql] = ['4bf92f3577b34da6a3ce929d0e0e4736', '5bf92f3577b34da6a3ce929d0e0e4737'];
const without = 'request-without-parent';
// All requests are sent at the same time, because spans are sent every five seconds.
await Promise.all([
  new Client(service.url, ann.authorization).get(`/user/${ann.id}/`, parent(ofRest)),
  new Client(service.url, ann.authorization).sendTo('POST', '/graphql', {
    headers: { 'Content-Type': 'application/json', ...parent(ofGraphql) },
    body: JSON.stringify({ query: 'query Chosenname { me { id } }' }),
  }),
  new Client(service.url).get('/user/1/', { traceparent: 'nonsense', 'X-Request-Id': without }),
]);

/** Waits for the first span of a trace, and returns all of its spans. */
async function spansOf(traceId: string): Promise<Span[]> {
  for (;;) {
    const found = spans.filter((span) => span.traceId === traceId);
    if (found.some(({ name }) => /^(GET|POST) /.test(name))) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('a REST request has spans for its row, operation and statements', async () => {
  const found = await spansOf(ofRest);
  const row = found.find(({ name }) => name === 'GET /user/[user_id]/');
  const operation = found.find(({ name }) => name === 'Query.user');
  const statements = found.filter(({ parentSpanId }) => parentSpanId === operation?.spanId);
  expect(row?.parentSpanId).toBe('00f067aa0ba902b7');
  expect(operation?.parentSpanId).toBe(row?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.every(({ name }) => /^[a-z_]+$/.test(name))).toBe(true);
  expect(row?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
});

test('the spans of a GraphQL request contain no data of the caller', async () => {
  const found = await spansOf(ofGraphql);
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['POST /graphql', 'Query.me']));
  expect(JSON.stringify(spans)).not.toMatch(/Chosenname|Traced|@example/);
});

test('an invalid traceparent begins a new trace', async () => {
  for (;;) {
    const own = spans.find(({ attributes }) => attributes.some(({ value }) => value.stringValue === without));
    if (own) return expect(own.parentSpanId ?? '').toBe('');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});
