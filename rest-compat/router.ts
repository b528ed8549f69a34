import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { Run } from '../schema/execution/compiled-operation.ts';
import type { Executor } from '../schema/execution/executor.ts';
import { observed, rootFieldsOf } from '../schema/execution/observed-operation.ts';
import type { Context } from '../src/domain/context.ts';
import { Failure, failureOf } from '../src/errors.ts';
import { Args } from './args.ts';
import { hasBody, readBody, rowFor, UnsupportedFormat } from './body.ts';
import { makeRunInTurn } from './expensive-rows.ts';
import type { Body } from './body.ts';
import type { AnyRow, Reply, RestRequest } from './endpoint.ts';
import { answerTo, sentence } from './errors.ts';
import type { PlainAnswer } from './errors.ts';
import { negotiate } from './formats/accept.ts';
import { readQuery } from './formats/form.ts';
import type { Format } from './formats/formats.ts';
import { asLast } from './formats/untyped-value.ts';
import { MalformedBody } from '../src/platform/bodies/malformed-body.ts';
import { beginStream, writePlain, writeReply, writeStream } from './reply.ts';
import { makeFinder } from './routes.ts';
import type { Match } from './routes.ts';
import { table } from './table.ts';
import { base } from './uris.ts';
import { recordOf } from '../src/web/recorded-request.ts';
import { variablesOf } from './variables.ts';
import type { RunRow } from './variables.ts';

/** Makes the context of a request: the user whom its headers sign in, and the rate limits. */
type ContextOf = (request: IncomingMessage) => Promise<Context>;

/** Answers a request below `/api/v1`; never throws. */
type RestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A request whose row was found and whose body was read. */
interface MatchedRequest {
  context: Context;
  match: Match;
  url: string;
  body: Body | null;
  row: AnyRow;
}

/** The row of paths and methods that the interface does not have. */
const noRow = 'no such row';
const documents: readonly Format[] = ['json', 'xml', 'yaml'];
const documentsAndGpx: readonly Format[] = ['json', 'xml', 'yaml', 'gpx'];
const overridable = new Set(['PATCH', 'PUT', 'DELETE']);

/**
 * The REST interface: finds the row, runs its document in the same process, and writes the reply
 * (docs/architecture.md#one-read).
 */
export function makeRestHandler(executor: Executor, contextOf: ContextOf, publicUrl: string): RestHandler {
  const find = makeFinder(table);
  const inTurn = makeRunInTurn(executor.schema);
  const runs = new Map<AnyRow, Run>(Object.values(table).map((row) => [row, executor.compile(row.document)]));
  const fields = new Map<AnyRow, readonly string[]>(
    Object.values(table).map((row) => [row, rootFieldsOf(executor.schema, row.document)]),
  );

  /**
   * The checks run in the order of decisions A2: path, method, authentication, rate limit, body, then those of the
   * operation.
   */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<PlainAnswer | null> {
    const url = request.url ?? '/';
    const question = url.indexOf('?');
    const match = find((question < 0 ? url : url.slice(0, question)).slice(base.length));
    const record = recordOf(request);
    record.row = noRow;
    if (!match) return { status: 404 };
    const { methods, labels } = match.route;
    const method = methodOf(request);
    const asked = method === 'HEAD' ? 'GET' : method;
    const rows = methods.get(asked);
    record.row = labels.get(asked) ?? noRow;
    if (!rows) return noSuchMethod(method, [...methods.keys()]);

    const context = await contextOf(request);
    if (!context.viewer && !rows[0]?.open) return answerTo(new Failure('UNAUTHENTICATED'));
    await context.budget.spend('request');
    const { spends } = rowFor(request, rows) ?? (rows[0] as AnyRow);
    if (spends) await context.budget.prepay(spends);

    const body = method === 'GET' || method === 'HEAD' ? null : await readBody(request, rows);
    try {
      await answerRow(request, response, { context, match, url, body, row: body?.row ?? (rows[0] as AnyRow) });
    } finally {
      body?.release?.();
    }
    return null;
  }

  /** Runs the row for a request, and writes its reply. */
  async function answerRow(request: IncomingMessage, response: ServerResponse, matched: MatchedRequest): Promise<void> {
    const { context, match, url, body, row } = matched;
    const question = url.indexOf('?');
    const query = question < 0 ? {} : queryOf(url.slice(question + 1));
    const rest: RestRequest = {
      path: match.path,
      args: new Args(body?.fields ?? {}, query),
      bytes: body?.bytes ?? Buffer.alloc(0),
      url,
      viewerId: context.viewer?.id ?? 0,
    };
    const format = negotiate(
      request.headers.accept,
      typeof query['format'] === 'string' ? query['format'] : undefined,
      row.gpx ? documentsAndGpx : documents,
    );
    const run = runs.get(row) as Run;
    const once = async (variables: Record<string, unknown>) =>
      dataOf(
        await observed(context, fields.get(row) ?? [], null, () =>
          inTurn(row, context, variables, () => run(context, variables)),
        ),
      );
    if (format === 'gpx' && row.gpx && request.method !== 'HEAD') {
      const leave = context.capacity.streams.take(String(rest.viewerId));
      await writeStream(response, format, row.gpx(rest, once, context)).finally(leave);
      return;
    }
    const reply = await replyOf(row, rest, once);
    if (reply instanceof Failure) writePlain(request, response, answerTo(reply), publicUrl);
    // HEAD runs the same checks and sends the same headers, but reads no tracks.
    else if (format === 'gpx' && row.gpx) beginStream(response, format).end();
    else writeReply(response, reply, format, publicUrl);
  }

  return (request, response) => {
    answer(request, response)
      .catch((error: unknown) => refusal(error, request))
      .then((plain) => {
        if (plain && !response.headersSent) writePlain(request, response, plain, publicUrl);
        else if (plain) response.destroy();
        else if (hasBody(request) && !request.complete) request.resume();
      })
      .catch(() => response.destroy());
  };

  /**
   * Answers expected failures by the table of `errors.ts`. Any other error is a fault of the service: it is logged and never
   * shown (W19).
   */
  function refusal(error: unknown, request: IncomingMessage): PlainAnswer {
    const failure = failureOf(error);
    if (failure) return answerTo(failure);
    if (error instanceof UnsupportedFormat) return sentence(415, error.message);
    if (error instanceof MalformedBody) return sentence(400, error.message);
    executor.log.error({ err: error, requestId: recordOf(request).id }, 'a REST request failed');
    return sentence(500, 'Something went wrong on our side.');
  }
}

/** The effective method: a POST may have another one in the override header (decisions W14). */
function methodOf(request: IncomingMessage): string {
  const { method = 'GET' } = request;
  if (method !== 'POST') return method;
  const header = request.headers['x-http-method-override'];
  if (header === undefined) return method;
  const override = String(header).trim().toUpperCase();
  return overridable.has(override) ? override : 'unknown';
}

function noSuchMethod(method: string, methods: string[]): PlainAnswer {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  return { status: method === 'OPTIONS' ? 200 : 405, headers: { Allow: allowed } };
}

function queryOf(text: string): Record<string, unknown> {
  const query = readQuery(text);
  if ('format' in query) query['format'] = asLast(query['format']);
  return query;
}

/** Runs the row. Returns its reply, or its reply to a failure. */
async function replyOf(row: AnyRow, rest: RestRequest, run: RunRow): Promise<Reply | Failure> {
  try {
    return row.reply(await run(await variablesOf(row, rest, run)), rest);
  } catch (error: unknown) {
    const failure = row.refused && failureOf(error);
    if (!failure) throw error;
    return row.refused?.(failure) ?? failure;
  }
}

/** The data of a result. Throws the error that an operation threw. */
function dataOf(result: ExecutionResult): unknown {
  const error = result.errors?.[0];
  if (error) throw error.originalError ?? error;
  return result.data;
}
