import { Durations } from './durations.ts';

/** A number that is looked up when metrics are read: one, or one for each value of a label. */
export interface Gauge {
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  /** The name of the label, where there is one. */
  label?: string;
  /** Whether it describes what all processes share: only one of them reports it. */
  shared?: true;
  /** Errors leave the metric out. */
  read(): number | Readonly<Record<string, number>> | Promise<number | Readonly<Record<string, number>>>;
}

/**
 * What a process counts for Prometheus. Every label has a bounded set of values: labels of rows, names of root fields, names
 * of declared statements; never what a caller has sent.
 */
export class Metrics {
  /** Requests by row: the label of a REST row, or the path's template of everything else. */
  readonly requests = new Durations('runners_http_requests', 'row', 'HTTP requests');
  /** GraphQL documents by root field, over HTTP, sockets, streams and REST. A document with several counts for each. */
  readonly operations = new Durations('runners_operations', 'operation', 'GraphQL operations');
  /** Jobs by queue. */
  readonly jobs = new Durations('runners_jobs', 'queue', 'attempts at jobs');
  /** Statements that were sent to the database. */
  statements = 0;
  /** Of those, the ones that took longer than SLOW_STATEMENT_MS, by name. */
  readonly slowStatements = new Map<string, number>();
  readonly gauges: Gauge[] = [
    {
      name: 'runners_database_statements_total',
      help: 'Statements sent to the database.',
      type: 'counter',
      read: () => this.statements,
    },
    {
      name: 'runners_database_slow_statements_total',
      help: 'Statements that took longer than SLOW_STATEMENT_MS, by name.',
      type: 'counter',
      label: 'statement',
      read: () => Object.fromEntries(this.slowStatements),
    },
  ];

  /** Adds numbers that are looked up when metrics are read. */
  watch(...gauges: Gauge[]): void {
    this.gauges.push(...gauges);
  }
}
