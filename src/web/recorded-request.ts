import { ServerResponse } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { newRequestId, requestIdHeader } from '../platform/observability/request-ids.ts';
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

/** Headers of every answer, in addition to the id of its request. */
export interface CommonHeaders {
  /** The value of Strict-Transport-Security, or undefined if it is not sent. */
  hsts?: string | undefined;
}

/**
 * Creates the class of the responses of the server. Every response has the id of its request and, except 304, `nosniff`,
 * whichever code writes it.
 */
export function recordedResponse({ hsts }: CommonHeaders): typeof ServerResponse {
  return class RecordedResponse extends ServerResponse {
    // oxlint-disable-next-line typescript/no-explicit-any
    override writeHead(status: number, ...rest: any[]): this {
      const headers = rest.at(-1) as OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;
      const id = (this.req as Recorded).record?.id ?? newRequestId();
      if (status === 304) {
        // It has no content, and clients keep these headers of the answer that they have.
        this.setHeader(requestIdHeader, id);
        return super.writeHead(status, ...(rest as []));
      }
      // Adding them to the headers that are being written costs less than setting them one by one.
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
