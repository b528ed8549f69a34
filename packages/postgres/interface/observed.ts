import type { Caller } from './query-options.ts';

/** Is called after every statement, for the record of its request, its trace, the metrics and the log. */
export interface StatementObserver {
  /**
   * A statement has ended.
   * @param query what the driver was given: a declared statement has a name, the ORM and the jobs give text
   * @param begun when, on the clock of `performance.now()`
   */
  ended(query: object, begun: number, failed: boolean, caller?: Caller): void;
}

/** Observes nothing, for commands that open the database for a moment. */
export const notObserved: StatementObserver = { ended: () => {} };

/** Observes the only connection of a database. The time for which a statement waits for others is not counted. */
export function sequentialObserver(observer: StatementObserver): StatementObserver & { released(): void } {
  let free = 0;
  return {
    ended(query, begun, failed, caller) {
      observer.ended(query, Math.max(begun, free), failed, caller);
      free = performance.now();
    },
    /** Notes that a transaction has ended. */
    released() {
      free = performance.now();
    },
  };
}

const control = /^\s*(begin|commit|rollback)\b/i;
/** Up to the table, and never beyond the first value. */
const words = [
  /^\s*(insert) into "?(?:public"?\.)?"?([a-z_]+(?:"?\."?[a-z_]+)?)/i,
  /^\s*(update) "?(?:public"?\.)?"?([a-z_]+(?:"?\."?[a-z_]+)?)/i,
  /^\s*(delete) from "?(?:public"?\.)?"?([a-z_]+(?:"?\."?[a-z_]+)?)/i,
  /^\s*(select)\b[^']*?\bfrom "?(?:public"?\.)?"?([a-z_]+(?:"?\."?[a-z_]+)?)/i,
  /^\s*(select|with|savepoint|release|set|listen|unlisten|create|alter|lock|reindex|vacuum)\b/i,
];

/**
 * The name of a statement. Those of the ORM and the jobs have none: what they do and to which table stands for it. Nothing
 * else of their text is used, since it contains values.
 */
export function statementName(query: object): string {
  const { statement, text } = query as { statement?: { name: string }; text?: unknown };
  const { name } = statement ?? (query as { name?: unknown });
  if (typeof name === 'string' && name !== '') return name;
  if (typeof text !== 'string') return 'unnamed';
  const ends = control.exec(text)?.[1];
  if (ends !== undefined) return ends.toLowerCase();
  for (const pattern of words) {
    const [, verb, table] = pattern.exec(text) ?? [];
    if (verb !== undefined)
      return ['unnamed', verb.toLowerCase(), ...(table ? [table.replaceAll('"', '')] : [])].join(' ');
  }
  return 'unnamed';
}
