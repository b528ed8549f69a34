import type { Observer } from './observer.ts';
import type { RequestTrace } from './tracing.ts';

/** Data about a request that are collected while it is answered, for its line in the log, the metrics and its trace. */
export class RequestRecord {
  /** The id of the request, from its caller or generated. */
  readonly id: string;
  readonly observer: Observer;
  /** Whether the request may change something: its method is not one of those that only read. */
  readonly mayWrite: boolean;
  /** When the request began, by the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  /** The label of the row or the template of the path, but never the path itself. */
  row = 'other';
  /** The id of the signed-in user. */
  viewer: number | null = null;
  /** The root fields of the document, such as `Query.feed`. */
  operations: readonly string[] | null = null;
  /** The cost of a GraphQL document. */
  cost: number | null = null;
  /** The number of its statements, without those that begin and end transactions. */
  statements = 0;
  /** Null if traces are not collected. */
  trace: RequestTrace | null = null;

  constructor(id: string, observer: Observer, mayWrite = true) {
    this.id = id;
    this.observer = observer;
    this.mayWrite = mayWrite;
  }
}
