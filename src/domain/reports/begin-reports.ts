import type { SqlEntityManager } from '@mikro-orm/sql';
import { queriesOf } from '@runners/postgres';
import { lastPeriod, reportKinds } from './period.ts';
import type { ReportKind } from './period.ts';
import { beginReports, lockPreferences } from './report.queries.ts';

/** The kinds of reports that are turned on or off. Kinds that are left out remain as they are. */
type WantedReports = { [Kind in ReportKind]?: boolean | null | undefined };

/**
 * Lets the reports that are being turned on begin with the current period. It is called in the same transaction, before
 * the change.
 */
export async function beginWantedReports(
  em: SqlEntityManager,
  userId: number,
  wanted: WantedReports,
  timezone: string | null | undefined,
  now: Date,
): Promise<void> {
  if (!reportKinds.some((kind) => wanted[kind])) return;
  const current = await queriesOf(em).one(lockPreferences, [userId]);
  if (!current) return;
  const switchedOn = reportKinds.filter((kind) => wanted[kind] && !current[kind]);
  if (switchedOn.length === 0) return;
  const starts = switchedOn.map((kind) => lastPeriod(kind, timezone ?? current.timezone, now).starts);
  await queriesOf(em).one(beginReports, [userId, switchedOn, starts]);
}
