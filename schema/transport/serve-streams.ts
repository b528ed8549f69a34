import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { ExecutionResult } from 'graphql';
import { createHandler } from 'graphql-sse';
import type { RequestParams, Response as StreamResponse } from 'graphql-sse';
import { callerNamed } from '@runners/limits';
import { drain } from '../../src/platform/bodies/drain.ts';
import { whenClosed } from '../../src/platform/when-closed.ts';
import { isNamed } from '@runners/graphql';
import { recordOf } from '../../src/request/record.ts';
import { refusalOfKey } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { checkIsJson, checkNoBatch, readSmallBody } from './graphql-body.ts';
import type { Body } from './graphql-body.ts';
import { refusedWith } from './graphql-refusal.ts';
import { idempotencyField, idempotencyHeader } from '../../src/domain/idempotency/idempotency-key.ts';
import { Failure, failureOf, invalid } from '../../src/errors.ts';
import { ends } from './deliver.ts';
import { resumedAfter } from './last-event.ts';
import type { LiveTransports } from './live-transports.ts';
import { LiveStream } from './live-stream.ts';
import { completedSearch, onErrorIn, searchOf, streamedRequest } from './named-document.ts';
import { chooseErrorBehavior } from '../execution/error-behavior.ts';
import { heldBy } from './subscription-caps.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { admit, chargeUnexecuted, showCost } from '../../src/request/pipeline.ts';

/** The data that graphql-sse passes through. */
interface Extra {
  stream: LiveStream;
  context: Context;
}

const distinctOnly =
  'The single connection mode of graphql-sse is not offered: create the client with `singleConnection: false`, which sends each operation as a POST of its own.';

/** Whether a request reserves, uses or ends a single connection for many operations. */
function usesSingleConnection({ method, headers, url }: IncomingMessage): boolean {
  const hasToken = headers['x-graphql-event-stream-token'] !== undefined || /[?&]token=/.test(url ?? '');
  return method === 'PUT' || method === 'DELETE' || hasToken;
}

/**
 * GraphQL over server-sent events at `/graphql/stream` (graphql-sse with distinct connections: one request for each
 * operation), for clients behind proxies that do not pass WebSockets. The key is in the Authorization header.
 */
export function serveStreams(transports: LiveTransports): void {
  const { app, connections, operations } = transports;
  const handle = createHandler<IncomingMessage, Extra>({
    authenticate: () => null as never,
    onSubscribe: ({ context, method, headers }, requested) => begin(transports, context, method, headers, requested),
  });

  app.use('/graphql/stream', async (request: Request, response: Response) => {
    recordOf(request).row = '/graphql/stream';
    let context: Context | undefined;
    const refuse = (status: number, code: ErrorCode, message: string) => {
      if (!request.complete) drain(request);
      if (response.headersSent) return;
      showCost(response, context);
      response.status(status).json({ errors: [{ message, extensions: { code } }] });
    };
    const refuseFor = (error: unknown) => {
      const refusal = refusedWith(error);
      const { retryAfter = 1 } = failureOf(error)?.details ?? {};
      if ([429, 503].includes(refusal[0])) response.set('Retry-After', String(retryAfter));
      if (context) chargeUnexecuted(context, error);
      refuse(...refusal);
    };
    try {
      context = await transports.contextOf(request, request.headers.authorization);
      if (context.refusedKey) {
        const { code, message } = new Failure(refusalOfKey(context));
        return refuse(401, code, message);
      }
      admit(context);
    } catch (error) {
      return refuseFor(error);
    }
    // What has closed already closes never again, and would keep its slots.
    if (response.destroyed) return;
    const { viewer } = context;
    if (usesSingleConnection(request)) return refuse(405, 'BAD_REQUEST', distinctOnly);
    if (!request.headers.accept?.includes('text/event-stream'))
      return refuse(406, 'BAD_REQUEST', 'Send Accept: text/event-stream.');
    const address = transports.addressOf(request);
    if (connections.closed) return refuse(503, 'INTERNAL', 'The service is going away.');
    const release = connections.perAddress.tryTake(callerNamed(address));
    if (!release) return refuse(429, 'RATE_LIMITED', 'Too many connections of this address.');
    whenClosed(response, release);
    if (viewer) {
      const releaseUser = connections.perUser.tryTake(callerNamed(String(viewer.id)));
      if (!releaseUser) return refuse(429, 'RATE_LIMITED', 'Too many connections of this user.');
      whenClosed(response, releaseUser);
    }
    // Its key may be revoked while its body comes.
    const stream = new LiveStream(response, viewer);
    whenClosed(response, () => connections.remove(stream));
    connections.add(stream);
    connections.closeAtExpiry(stream);
    let requested: Body | undefined;
    let search = searchOf(request.url);
    try {
      requested = await readSmallBody(request, context);
      checkNoBatch(requested);
      if (request.method === 'POST') checkIsJson(requested);
      chooseErrorBehavior(context, onErrorIn(request, requested));
      const { record } = context;
      const complete = (body: Body) => {
        record.isNamed = isNamed(body);
        return streamedRequest(body, transports.known);
      };
      if (requested) requested = complete(requested);
      else if (request.method === 'GET') search = completedSearch(request.url, complete).search;
    } catch (error) {
      return refuseFor(error);
    }
    if (response.writableEnded || response.destroyed) return;
    const headers: Record<string, unknown> = { ...request.headers, accept: 'text/event-stream' };
    const [body, { status, statusText, headers: sent }] = await handle({
      method: request.method,
      url: `/${search}`,
      headers: { get: (name: string) => headers[name.toLowerCase()] as string | undefined },
      body: requested as never,
      raw: request,
      context: { stream, context },
    });
    if (response.writableEnded || response.destroyed) {
      if (body && typeof body !== 'string') await body.return(undefined);
      return;
    }
    showCost(response, context);
    response.writeHead(status, statusText, { ...sent, 'X-Accel-Buffering': 'no' });
    if (!body || typeof body === 'string') return void response.end(body);
    stream.open();
    whenClosed(response, () => void body.return(undefined));
    for await (const text of body) if (response.writable) response.write(text);
    response.end();
  });

  async function begin(
    transports: LiveTransports,
    { stream, context }: Extra,
    method: string,
    headers: { get(name: string): string | null | undefined },
    requested: RequestParams,
  ): Promise<StreamResponse | ExecutionResult | AsyncIterable<never>> {
    try {
      const operation = await operations.begin(requested as Required<RequestParams>, context);
      const { prepared } = operation;
      if (prepared.operation === 'mutation' && headers.get(idempotencyField))
        throw invalid(idempotencyHeader, 'is taken at /graphql, and not where results are streamed');
      if (prepared.operation === 'mutation' && method === 'GET')
        return [null, { status: 405, statusText: 'Method Not Allowed', headers: { Allow: 'POST' } }];
      // Without `data`, graphql-sse does not recognise it as a result.
      if (prepared.operation !== 'subscription')
        return { data: undefined, ...(await operations.run(operation)) } as never;
      const lastEvent = headers.get('last-event-id');
      const resumed = lastEvent
        ? { ...operation, prepared: resumedAfter(transports.executor.schema, prepared, lastEvent) }
        : operation;
      const delivery = await heldBy(resumed, transports, stream.sink());
      if (!('done' in delivery)) return { data: undefined, ...delivery } as never;
      return ends(delivery, (error) => ({ data: undefined, errors: operations.show(error) })) as AsyncIterable<never>;
    } catch (error: unknown) {
      return { data: undefined, errors: operations.show(error) } as never;
    }
  }
}
