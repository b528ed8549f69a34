import { Durations } from './durations.ts';

/** A metric that is read on demand: one number, or one for each value of a label. */
export interface Gauge {
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  /** The name of the label, if there is one. */
  label?: string;
  /** Labels that each series of it has. */
  labels?: Readonly<Record<string, string>>;
  /** Whether all processes share the value, in which case only one of them reports it. */
  shared?: true;
  /** Reads the value. If it throws, the metric is left out. */
  read(): number | Readonly<Record<string, number>> | Promise<number | Readonly<Record<string, number>>>;
}

/**
 * The metrics of a process for Prometheus. The values of labels are labels of rows, names of root fields, and names of
 * declared statements, so their number is limited. They never come from a caller.
 */
export class Metrics {
  /** Requests by row: the label of a REST row, or the template of another path. */
  readonly requests = new Durations('runners_http_requests', 'row', 'HTTP requests');
  /** GraphQL documents by root field, over HTTP, sockets, streams and REST. A document counts once for each root field. */
  readonly operations = new Durations('runners_operations', 'operation', 'GraphQL operations');
  /** Attempts to run jobs, by queue. */
  readonly jobs = new Durations('runners_jobs', 'queue', 'attempts at jobs');
  /** The number of statements that were sent to the database. */
  statements = 0;
  /** The number of statements that took longer than SLOW_STATEMENT_MS, by name. */
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

  /** Adds metrics that are read on demand. */
  watch(...gauges: Gauge[]): void {
    this.gauges.push(...gauges);
  }
}
