import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Observer } from '../platform/observability/observer.ts';
import type { RequestRecord } from '../platform/observability/request-record.ts';

/** A request with its record. */
type Recorded = IncomingMessage & {
  record?: RequestRecord;
  /** The route of Express that matches the path. */
  route?: { path: unknown };
};

/** Begins the record of a request. It ends when the response is closed. Without a response, for a socket, the caller ends it. */
export function beginRecord(observer: Observer, request: IncomingMessage, response?: ServerResponse): RequestRecord {
  const record = observer.begin(request.headers, request.method ?? 'GET');
  (request as Recorded).record = record;
  response?.on('close', ended);
  return record;
}

/** Ends the record of a request. It is one function for all responses, because a closure for each would be expensive. */
function ended(this: ServerResponse): void {
  const request = this.req as Recorded;
  const { record, route } = request;
  if (!record) return;
  if (record.row === 'other' && typeof route?.path === 'string') record.row = route.path;
  record.observer.end(record, request.method ?? 'GET', this.statusCode, this.writableFinished);
}

/** Returns the id of a request, if it has a record. */
export function idOfRequest(request: IncomingMessage): string | undefined {
  return (request as Recorded).record?.id;
}

/** Gives a request that did not come over a connection its record. */
export function giveRecord(request: IncomingMessage, record: RequestRecord): void {
  (request as Recorded).record = record;
}

/** Returns the record of a request. @throws Error for a request without a record */
export function recordOf(request: IncomingMessage): RequestRecord {
  const { record } = request as Recorded;
  if (!record) throw new Error('the request has no record');
  return record;
}
