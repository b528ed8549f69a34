import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import { ModerationCase } from './moderation-case.entity.ts';
import type { ReportReason, Snapshot } from './subject.ts';

const AbuseReportSchema = defineEntity({
  name: 'AbuseReport',
  tableName: 'abuse_report',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    case: () => p.manyToOne(ModerationCase).deleteRule('cascade'),
    /** Null if the reporter has deleted the account. The text is then removed as well. */
    reporter: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    reason: p.string().$type<ReportReason>().length(13),
    text: p.text().default(''),
    /** A copy of the reported object at the time of the report. */
    snapshot: p.json<Snapshot>(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [madeBy('create unique index abuse_report_once on abuse_report (case_id, reporter_id)')],
});

/** A report of one user. Each user has at most one report of an object. */
export class AbuseReport extends AbuseReportSchema.class {}
AbuseReportSchema.setClass(AbuseReport);
