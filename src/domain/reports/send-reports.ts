import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ProcessContext } from '../context.ts';
import { queriesOf } from '@runners/postgres';
import type { Transaction } from '@runners/postgres';
import { isFresh, lastPeriod, reportKinds } from './period.ts';
import type { Period, ReportKind } from './period.ts';
import { reportMail } from './report-mail.ts';
import { claimReports, figuresOfUsers, reportZones } from './report.queries.ts';
import type { DueReport } from './report.queries.ts';
import { turnOffPath } from './turn-off-path.ts';

/** The number of users in a transaction. */
const batch = 500;

/**
 * Queues every report that is due: for users who have turned it on, once the period has ended in their time zone. Each
 * batch is recorded and queued in one transaction, so that a report is queued once, even if processes fail or run at
 * the same time.
 */
export async function sendDueReports(processContext: ProcessContext): Promise<void> {
  if (processContext.isPreparing()) return;
  for (const kind of reportKinds) {
    const periods = await endedPeriods(processContext, kind);
    while (periods.size > 0 && (await sendBatch(processContext, kind, periods)) === batch);
  }
}

/** The last period of each time zone in use, if it ended recently. */
async function endedPeriods({ database, now }: ProcessContext, kind: ReportKind): Promise<Map<string, Period>> {
  const zones = await database.unhurried.all(reportZones[kind], []);
  const at = now();
  const periods = zones.map(({ timezone }) => [timezone, lastPeriod(kind, timezone, at)] as const);
  return new Map(periods.filter(([, period]) => isFresh(period, at)));
}

/** Returns the number of due reports. */
async function sendBatch(
  processContext: ProcessContext,
  kind: ReportKind,
  periods: Map<string, Period>,
): Promise<number> {
  const starts = [...periods.values()].map((period) => period.starts);
  const work = async (tx: Transaction) => {
    const due = await tx.all(claimReports[kind], [[...periods.keys()], starts, batch]);
    const mine = due.filter(({ claimed }) => claimed);
    if (mine.length > 0) await queueMails(processContext, await tx.em(), kind, periods, mine);
    return due.length;
  };
  return processContext.database.transaction(work, { unhurried: true });
}

async function queueMails(
  { integrations, publicUrl, signer, log }: ProcessContext,
  em: SqlEntityManager,
  kind: ReportKind,
  periods: Map<string, Period>,
  people: DueReport[],
): Promise<void> {
  const periodOf = (who: DueReport) => periods.get(who.timezone) as Period;
  const ids = people.map(({ id }) => id);
  const from = people.map((who) => periodOf(who).from);
  const to = people.map((who) => periodOf(who).to);
  const figures = new Map((await queriesOf(em).all(figuresOfUsers, [ids, from, to])).map((row) => [row.id, row]));
  const mails = people.flatMap((who) => {
    const figure = figures.get(who.id);
    const unsubscribe = `${publicUrl}${signer.sign(turnOffPath(kind, who.id), null)}`;
    return figure ? [reportMail(kind, periodOf(who), who, figure, unsubscribe)] : [];
  });
  await integrations.mailer.queueAll(em, mails);
  log.info({ kind, reports: mails.length }, 'reports queued');
}
