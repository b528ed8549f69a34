import type { IncomingMessage, ServerResponse } from 'node:http';
import { othersFirst } from '../schema/execution/long-json.ts';
import type { Executor } from '../schema/execution/executor.ts';
import { keepUses } from '../schema/execution/note-uses.ts';
import { executeDocument } from '../schema/execution/observed-operation.ts';
import { loadShown } from '../schema/rows.ts';
import type { Context } from '../src/domain/context.ts';
import type { ContextOf } from '../src/request/identify.ts';
import {
  admit,
  chargeUnexecuted,
  execute,
  refundAhead,
  executeOnce,
  executePart,
  payAhead,
  weigh,
  takeStream,
} from '../src/request/pipeline.ts';
import type { Price } from '../src/request/pipeline.ts';
import { Failure, failureOf } from '../src/errors.ts';
import { Args } from './args.ts';
import { hasBody, readBody, rowFor, UnsupportedFormat } from './body.ts';
import type { Body } from './body.ts';
import type { AnyRow, RestRequest } from './endpoint.ts';
import { answerTo, sentence } from './errors.ts';
import type { PlainAnswer } from './errors.ts';
import { MalformedBody } from '@runners/wire';
import { listInParts } from './list-parts.ts';
import type { RowRun } from './list-parts.ts';
import { answerOf, writeAnswer, writePlain, writeRead, writeStream } from './reply.ts';
import type { Caller } from './reply.ts';
import { isRead, methodOf, noSuchMethod } from './request-method.ts';
import { makeDiscovery } from './discovery/answer-discovery.ts';
import { makeFinder } from './path-finder.ts';
import type { PathMatch } from './path-finder.ts';
import { migratePath } from './row-documents.ts';
import { queryOf, RowCall } from './row-call.ts';
import { makeRowOperations } from './row-operations.ts';
import type { RowOperation } from './row-operations.ts';
import { dataOf, priceOf, replyOf } from './run-row.ts';
import { table } from './table.ts';
import { variablesOf } from './variables.ts';
import type { FindObject, Found } from './variables.ts';
import { base } from './uris.ts';
import { recordOf } from '../src/request/record.ts';
import type { CurrentPlan } from '../src/retiring/current-plan.ts';

/** Answers a request below `/api/v1`; never throws. */
type RestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A request whose row was found and whose body was read. */
interface MatchedRequest {
  context: Context;
  match: PathMatch;
  url: string;
  body: Body | null;
  row: AnyRow;
  call: RowCall;
}

/** The price of looking an object up. */
const lookUp: Price<unknown> = { points: 2, actual: () => 2 };

/** The row of paths and methods that the interface does not have. */
const noRow = 'no such row';

/**
 * The REST interface: finds the row, runs its document in the same process, and writes the reply
 * (docs/architecture.md#one-read).
 * @param plan what will be switched off
 * @param pages whether `/migrate` is served, and the demo account with which the page of the documents is signed in
 */
export function makeRestHandler(
  executor: Executor,
  contextOf: ContextOf,
  publicUrl: string,
  plan: CurrentPlan,
  pages: { playground: boolean; demo: { apiKey: string } | null },
): RestHandler {
  const find = makeFinder(table);
  const operations = makeRowOperations(executor, pages.playground ? publicUrl + migratePath : null);
  const answerDiscovery = makeDiscovery(pages.demo?.apiKey ?? null);

  /**
   * Path and method are checked first (decisions A2), and then come the stages of `src/request/pipeline.ts`.
   */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
  ): Promise<PlainAnswer | null> {
    const url = request.url ?? '/';
    const question = url.indexOf('?');
    const path = (question < 0 ? url : url.slice(0, question)).slice(base.length);
    const queryText = question < 0 ? '' : url.slice(question + 1);
    const match = find(path);
    const record = recordOf(request);
    record.row = noRow;
    if (!match) return answerDiscovery(request, response, path, () => formatOf(queryOf(queryText)));
    const enter = (row: AnyRow) => {
      const operation = operations.get(row) as RowOperation;
      const call = new RowCall(request, operation, queryText, plan);
      record.row = operation.label;
      record.call = call;
      caller.successor = call.successor;
      return call;
    };
    const method = methodOf(request);
    const rowMethod = method === 'HEAD' ? 'GET' : method;
    const rows = match.rows.get(rowMethod);
    if (!rows) return noSuchMethod(method, [...match.rows.keys()]);
    const announced = rowFor(request, rows) ?? (rows[0] as AnyRow);
    let call = enter(announced);

    const context = await contextOf(request);
    caller.context = context;
    const reads = isRead(request);
    const key = admit(context, !rows[0]?.open, call.operation.scopes, reads ? undefined : request);
    call.check(plan, record);
    const { spends } = announced;
    if (spends) await payAhead(context, spends);

    const body = reads ? null : await readBody(request, rows);
    if (body) weigh(context, body.size);
    try {
      const row = body?.row ?? (rows[0] as AnyRow);
      if (row !== announced) {
        call = enter(row);
        call.check(plan, record);
      }
      const matched = { context, match, url, body, row, call };
      if (key === undefined || !body) await answerRow(request, response, matched);
      else await answerOnce(response, matched, { key, content: contentOf(request, method, body) });
    } finally {
      body?.release?.();
    }
    return null;
  }

  /** Reads the arguments of a row and the format of its reply, and prepares the execution of its document. */
  function readRow({ context, match, url, body, call }: MatchedRequest) {
    const { query } = call;
    const rest: RestRequest = {
      path: match.path,
      args: new Args(body?.fields ?? {}, query),
      bytes: body?.bytes ?? Buffer.alloc(0),
      url,
      viewerId: context.viewer?.id ?? 0,
    };
    const format = call.formatOf(formatOf(query));
    const { run, costOf, fields, uses } = call.operation;
    let isCounted = false;
    const once = async (variables: Record<string, unknown>) => {
      // A row that needs several runs of its document calls it once.
      if (!isCounted) keepUses(context, uses, variables, 'rest');
      isCounted = true;
      return dataOf(await executeDocument(context, fields, priceOf(costOf, variables), () => run(context, variables)));
    };
    const further = async (variables: Record<string, unknown>) =>
      dataOf(await executePart(context, priceOf(costOf, variables), (own) => run(own, variables)));
    const find: FindObject = (type, id) => execute<Found>(context, lookUp, () => loadShown(context, type, id));
    return { rest, format, once, further, find };
  }

  /** Runs the row for a request with an Idempotency-Key unless it was executed before, and writes the reply. */
  async function answerOnce(
    response: ServerResponse,
    matched: MatchedRequest,
    named: Parameters<typeof executeOnce>[1],
  ): Promise<void> {
    const { answer, isReplayed } = await executeOnce(matched.context, named, async (context) => {
      const { rest, format, once, find } = readRow({ ...matched, context });
      const reply = await replyOf(matched.row, rest, once, find);
      if (reply instanceof Failure) throw reply;
      return { answer: answerOf(reply, format, publicUrl), done: reply.status < 400 && !reply.isRefusal };
    });
    writeAnswer(response, answer, matched.context, matched.call.successor, isReplayed);
  }

  /** Runs the row for a request, and writes its reply. */
  async function answerRow(request: IncomingMessage, response: ServerResponse, matched: MatchedRequest): Promise<void> {
    const { context, row } = matched;
    const { successor } = matched.call;
    const { rest, format, once, further, find } = readRow(matched);
    if (format === 'gpx' && row.gpx) {
      variablesOf(row, rest);
      const leave = await takeStream(context, request);
      const file = row.gpx(rest, once, context);
      await file.then((one) => writeStream(response, format, one, context, successor)).finally(leave);
      return;
    }
    let last: RowRun | undefined;
    const reply = await replyOf(
      row,
      rest,
      async (variables) => {
        last = { variables, data: await once(variables) };
        return last.data;
      },
      find,
    );
    const chunks = row.parts && last && listInParts(row, rest, format, last, further, context.database.texts);
    if (chunks) {
      const leave = await takeStream(context, request);
      await writeStream(response, format, { version: null, chunks }, context, successor).finally(leave);
      return;
    }
    await othersFirst(last?.data);
    const write = isRead(request) ? writeRead : writeAnswer;
    if (reply instanceof Failure) writePlain(request, response, answerTo(reply), publicUrl, { context, successor });
    else write(response, answerOf(reply, format, publicUrl), context, successor);
  }

  return (request, response) => {
    const caller: Caller = {};
    answer(request, response, caller)
      .catch((error: unknown) => refundAhead(caller.context, error).then(() => refusal(error, caller, request)))
      .then((plain) => {
        if (plain && !response.headersSent) writePlain(request, response, plain, publicUrl, caller);
        else if (plain) response.destroy();
        else if (hasBody(request) && !request.complete) request.resume();
      })
      .catch(() => response.destroy());
  };

  /**
   * Answers expected failures by the table of `errors.ts`. Any other error is a fault of the service: it is logged and never
   * shown (W19).
   */
  function refusal(error: unknown, { context }: Caller, request: IncomingMessage): PlainAnswer {
    if (context) chargeUnexecuted(context, error);
    const failure = failureOf(error);
    if (failure) return answerTo(failure);
    if (error instanceof UnsupportedFormat) return sentence(415, error.message, error.headers);
    if (error instanceof MalformedBody) return sentence(400, error.message);
    executor.log.error({ err: error, requestId: recordOf(request).id }, 'a REST request failed');
    return sentence(500, 'Something went wrong on our side.');
  }
}

/** Returns the values that identify the content of a request. Of its headers, only the type of the body is included. */
function contentOf({ url = '', headers }: IncomingMessage, method: string, { bytes }: Body): (string | Uint8Array)[] {
  return [method, url, headers['content-type'] ?? '', bytes];
}

function formatOf(query: Record<string, unknown>): string | undefined {
  return typeof query['format'] === 'string' ? query['format'] : undefined;
}
