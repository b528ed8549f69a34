import type { IncomingMessage } from 'node:http';
import type { EndedCall, RequestRecord } from '../src/platform/observability/request-record.ts';
import type { FurtherHeaders } from '../src/request/recorded-response.ts';
import type { CurrentPlan } from '../src/retiring/current-plan.ts';
import type { Retirement } from '../src/retiring/plan.ts';
import { negotiate } from './formats/formats.ts';
import { asLast, readQuery } from '@runners/wire';
import type { Format } from './formats/formats.ts';
import { checkRetired, headersOfRetired, retirementsOf } from './retired-row.ts';
import type { RowOperation } from './row-operations.ts';

const documents: readonly Format[] = ['json', 'xml', 'yaml'];
const documentsAndGpx: readonly Format[] = [...documents, 'gpx'];

/** A call of a row: what of it will be switched off. It is counted with its format and status when its answer is closed. */
export class RowCall implements EndedCall {
  readonly operation: RowOperation;
  /** The headers that lead to the successor of the row, and those of what will be switched off. */
  readonly successor: FurtherHeaders;
  readonly #request: IncomingMessage;
  /** The entries of the values of its parameters that are counted by themselves. */
  readonly #values: readonly string[];
  readonly #retirements: readonly Retirement[];
  #format: Format | null = null;
  readonly #queryText: string;
  #query: Record<string, unknown> | undefined;

  /** @param query the part of the URL after `?` */
  constructor(request: IncomingMessage, operation: RowOperation, query: string, plan: CurrentPlan) {
    this.#request = request;
    this.operation = operation;
    this.#queryText = query;
    this.#values = query === '' ? [] : operation.entries.valuesIn(() => this.query);
    this.#retirements = retirementsOf(plan, operation.name, this.#values);
    this.successor = headersOfRetired(operation.successor, this.#retirements);
  }

  /** The fields of the query, which is read once. @throws what `readQuery` throws */
  get query(): Record<string, unknown> {
    return (this.#query ??= queryOf(this.#queryText));
  }

  /** @throws Failure RETIRED or BROWNOUT if what it calls is off for its client */
  check(plan: CurrentPlan, record: RequestRecord): void {
    checkRetired(plan, this.#retirements, record, this.successor);
  }

  /** Chooses the format of the answer (decisions W1). @param named the parameter `format` */
  formatOf(named: string | undefined): Format {
    const offered = this.operation.hasGpx ? documentsAndGpx : documents;
    return (this.#format = negotiate(this.#request.headers.accept, named, offered));
  }

  ended(record: RequestRecord, status: number, complete: boolean): void {
    const { usage } = record.observer;
    if (!usage) return;
    const format = this.#format ?? this.formatOf(/[?&]format=(\w+)/.exec(this.#request.url ?? '')?.[1]);
    const { entries } = this.operation;
    const values = this.#values.length === 0 ? record.values : [...this.#values, ...(record.values ?? [])];
    // A call that was refused before its key was read is counted for a client without one.
    usage.count(record, entries.of(format, complete ? status : 0, record.uses), values);
  }
}

/** The fields of a query. Of several formats, the last one counts. @throws what `readQuery` throws */
export function queryOf(text: string): Record<string, unknown> {
  if (text === '') return {};
  const query = readQuery(text);
  if ('format' in query) query['format'] = asLast(query['format']);
  return query;
}
