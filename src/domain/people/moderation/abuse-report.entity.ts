import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../accounts/user.entity.ts';
import { ModerationCase } from './moderation-case.entity.ts';
import type { ReportReason, Snapshot } from './subject.ts';

const AbuseReportSchema = defineEntity({
  name: 'AbuseReport',
  tableName: 'abuse_report',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    case: () => p.manyToOne(ModerationCase).deleteRule('cascade'),
    /** Null once the reporter has deleted the account; their text is gone then, too. */
    reporter: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    reason: p.string().$type<ReportReason>().length(13),
    text: p.text().default(''),
    /** What was reported, as it was then. */
    snapshot: p.json<Snapshot>(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'abuse_report_once',
      expression: 'create unique index abuse_report_once on abuse_report (case_id, reporter_id)',
    },
  ],
});

/** What one person has reported: one report a person and thing. */
export class AbuseReport extends AbuseReportSchema.class {}
AbuseReportSchema.setClass(AbuseReport);
