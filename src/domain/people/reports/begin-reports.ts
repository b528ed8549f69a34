import type { SqlEntityManager } from '@mikro-orm/sql';
import { queriesOf } from '../../../platform/database/database.ts';
import { lastPeriod, reportKinds } from './period.ts';
import type { ReportKind } from './period.ts';
import { beginReports, lockPreferences } from './report.queries.ts';

/** Which reports are wanted from now on; what is left out stays. */
type WantedReports = { [Kind in ReportKind]?: boolean | null | undefined };

/** Lets reports that are being switched on begin with the running period. Called in the transaction that does it, before. */
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
