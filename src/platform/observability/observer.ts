import type { Logger } from 'pino';
import type { Outcome } from './durations.ts';
import { Metrics } from './metrics.ts';
import { newRequestId, RequestRecord, requestIdOf } from './request-record.ts';
import type { ObservabilityConfig } from './settings.ts';
import type { Tracer } from './tracing.ts';
import type { UsageCounts } from './usage-counts.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Rows that monitoring systems request every few seconds. They are logged at the level `debug`. */
const quietRows: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
/** The methods of requests that only read (RFC 9110, section 9.2.1; RFC 10008). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);
/** The largest number of root fields in a line of the log. */
const namedOperations = 5;

/** Collects the metrics of a service, logs its requests, and collects traces if they are configured. */
export class Observer {
  readonly metrics = new Metrics();
  readonly log: Logger;
  /** Null if no endpoint for traces is configured. */
  tracer: Tracer | null = null;
  /** Null if calls are not counted. */
  usage: UsageCounts | null = null;
  /** When the service became ready. Earlier statements, such as migrations, do not count as slow. */
  readyAt = Infinity;
  readonly #requests: ObservabilityConfig['logRequests'];

  constructor(log: Logger, { logRequests }: Pick<ObservabilityConfig, 'logRequests'> = { logRequests: 'off' }) {
    this.log = log;
    this.#requests = logRequests;
  }

  /** Begins the record of a request. */
  begin(headers: Headers, method: string): RequestRecord {
    const record = new RequestRecord(requestIdOf(headers['x-request-id']), this, headers, !safeMethods.has(method));
    if (this.tracer) record.trace = this.tracer.begin(method, headers, record.id);
    return record;
  }

  /** Begins the record of work that does not belong to a request. */
  beginWork(): RequestRecord {
    return new RequestRecord(newRequestId(), this);
  }

  /**
   * Begins the record of an operation over a connection.
   * @param connection the record of the connection, whose id is the beginning of the id of the operation
   * @param headers the headers of the request that opened the connection
   */
  beginOperation(connection: RequestRecord, number: number, headers: Headers): RequestRecord {
    const record = new RequestRecord(`${connection.id}.${number}`, this, headers);
    record.row = connection.row;
    if (this.tracer) record.trace = this.tracer.begin('WebSocket', headers, record.id);
    return record;
  }

  /**
   * Ends the record of a request, which is counted, logged and traced.
   * @param status the status of the answer @param complete whether the answer was completely written
   */
  end(record: RequestRecord, method: string, status: number, complete: boolean): void {
    const ms = performance.now() - record.startedAt;
    this.metrics.requests.add(record.row, ms / 1000, outcomeOf(status));
    if (record.call) record.call.ended(record, status, complete);
    else this.countUses(record);
    record.trace?.end(record.row, status);
    if (this.#requests === 'off' || (this.#requests === 'failed' && status < 500 && complete)) return;
    const level = status >= 500 ? 'warn' : quietRows.has(record.row) ? 'debug' : 'info';
    this.log[level]({ ...fieldsOf(record, ms), method, status, aborted: complete ? undefined : true }, 'request');
  }

  /** Counts what the document of a record uses, once. */
  countUses(record: RequestRecord): void {
    if (record.uses) this.usage?.count(record, record.uses, record.values);
    record.uses = null;
  }

  /** Ends the record of an operation over a WebSocket, or of the start of a subscription. @param failed whether it has errors */
  endOperation(record: RequestRecord, failed: boolean): void {
    this.countUses(record);
    record.trace?.end(record.row, failed ? 500 : 200);
    if (this.#requests === 'off' || (this.#requests === 'failed' && !failed)) return;
    this.log.info({ ...fieldsOf(record, performance.now() - record.startedAt), failed }, 'operation');
  }
}

/** The fields of a line of the log: ids, names and numbers, and no text of users. Those that are undefined are left out. */
function fieldsOf({ id, row, viewer, operations, cost, statements, trace }: RequestRecord, ms: number): object {
  return {
    requestId: id,
    row,
    viewer,
    operation: operations ? namesOf(operations) : undefined,
    cost: cost ?? undefined,
    ms: Math.round(ms * 100) / 100,
    statements,
    traceId: trace?.id,
  };
}

function namesOf(operations: readonly string[]): string {
  if (operations.length <= namedOperations) return operations.join(' ');
  return `${operations.slice(0, namedOperations).join(' ')} and ${operations.length - namedOperations} more`;
}

function outcomeOf(status: number): Outcome {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}
