import { ServerResponse } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { newRequestId, requestIdHeader } from '../platform/observability/request-ids.ts';
import type { Observer } from '../platform/observability/observer.ts';
import type { RequestRecord } from '../platform/observability/request-record.ts';

/** A request with its record, once that was begun. */
type Recorded = IncomingMessage & {
  record?: RequestRecord;
  /** What the framework has matched the path with. */
  route?: { path: unknown };
};

/** Begins the record of a request, which lasts until its answer is written or given up; one for a socket is ended by others. */
export function beginRecord(observer: Observer, request: IncomingMessage, response?: ServerResponse): RequestRecord {
  const record = observer.begin(request.headers, request.method ?? 'GET');
  (request as Recorded).record = record;
  response?.on('close', ended);
  return record;
}

/** One function for all responses: a closure for each would cost more than the rest of its record. */
function ended(this: ServerResponse): void {
  const request = this.req as Recorded;
  const { record, route } = request;
  if (!record) return;
  if (record.row === 'other' && typeof route?.path === 'string') record.row = route.path;
  record.observer.end(record, request.method ?? 'GET', this.statusCode, this.writableFinished);
}

/** The record of a request to this service. @throws Error for a request that did not come through its server */
export function recordOf(request: IncomingMessage): RequestRecord {
  const { record } = request as Recorded;
  if (!record) throw new Error('the request has no record');
  return record;
}

/** Headers of every answer, besides the id of its request. */
export interface CommonHeaders {
  /** The value of Strict-Transport-Security; undefined: it is not sent. */
  hsts?: string | undefined;
}

/**
 * Makes the class of the server's responses. Each of them, whoever writes it, carries the id of its request, and says that
 * its content is of the type it names and of no other.
 */
export function recordedResponse({ hsts }: CommonHeaders): typeof ServerResponse {
  return class RecordedResponse extends ServerResponse {
    // oxlint-disable-next-line typescript/no-explicit-any
    override writeHead(status: number, ...rest: any[]): this {
      const headers = rest.at(-1) as OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;
      const id = (this.req as Recorded).record?.id ?? newRequestId();
      // Added to the headers that are being written, which costs less than setting them one by one.
      if (typeof headers === 'object' && !Array.isArray(headers)) {
        headers[requestIdHeader] = id;
        headers['X-Content-Type-Options'] = 'nosniff';
        if (hsts !== undefined) headers['Strict-Transport-Security'] = hsts;
      } else {
        this.setHeader(requestIdHeader, id);
        this.setHeader('X-Content-Type-Options', 'nosniff');
        if (hsts !== undefined) this.setHeader('Strict-Transport-Security', hsts);
      }
      return super.writeHead(status, ...(rest as []));
    }
  } as typeof ServerResponse;
}
