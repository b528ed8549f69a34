import type { Observer } from '../observability/observer.ts';
import type { RecordedCaller } from './callers-database.ts';
import { statementName } from '@runners/postgres';
import type { StatementObserver } from '@runners/postgres';

/** Counts statements, and logs those that took longer than so many milliseconds, with their name. */
export function makeStatementObserver(observer: Observer, slowMs: number): StatementObserver {
  const { metrics, log } = observer;
  return {
    ended(query, begun, failed, caller?: RecordedCaller) {
      metrics.statements++;
      const end = performance.now();
      const isSlow = end - begun >= slowMs && begun >= observer.readyAt;
      const record = caller?.record;
      if (!record && !isSlow) return;
      const name = statementName(query);
      if (record && !isControl(name)) {
        record.statements++;
        record.trace?.statement(name, begun, end, failed);
      }
      if (!isSlow) return;
      metrics.slowStatements.set(name, (metrics.slowStatements.get(name) ?? 0) + 1);
      const request = record ? { requestId: record.id, row: record.row } : {};
      log.warn({ statement: name, ms: Math.round((end - begun) * 10) / 10, ...request }, 'slow statement');
    },
  };
}

/** What begins and ends transactions. */
function isControl(name: string): boolean {
  return name === 'begin' || name === 'commit' || name === 'rollback';
}
