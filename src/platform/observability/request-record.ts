import type { Observer } from './observer.ts';
import type { RequestTrace } from './tracing.ts';

/** What is noted of a request while it is answered, for its line in the log, the metrics and its trace. */
export class RequestRecord {
  /** Its id: the caller's, or one of ours. */
  readonly id: string;
  readonly observer: Observer;
  /** When it began, on the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  /** The label of a row or the template of a path; never what was sent. */
  row = 'other';
  /** The id of the signed-in user. */
  viewer: number | null = null;
  /** The root fields of the document, `Query.feed`. */
  operations: readonly string[] | null = null;
  /** The cost of a GraphQL document. */
  cost: number | null = null;
  /** Statements that were run for it, besides those that begin and end transactions. */
  statements = 0;
  /** Null unless traces are collected. */
  trace: RequestTrace | null = null;

  constructor(id: string, observer: Observer) {
    this.id = id;
    this.observer = observer;
  }
}
