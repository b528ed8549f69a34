import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../accounts/user.entity.ts';
import type { CaseStatus, SubjectKind } from './subject.ts';

const ModerationCaseSchema = defineEntity({
  name: 'ModerationCase',
  tableName: 'moderation_case',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.string().$type<SubjectKind>().length(8),
    /** Id of what was reported. No foreign key: it may be deleted since. */
    subjectId: p.bigint('number'),
    /** Who it is, or who has made it. The case, with what was kept of their content, goes with their account. */
    person: () => p.manyToOne(User).deleteRule('cascade').index(),
    status: p.string().$type<CaseStatus>().length(9).default('open'),
    /** How many people have reported it. */
    reportCount: p.integer().default(0),
    reportedDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'moderation_case_subject',
      expression: 'create unique index moderation_case_subject on moderation_case (kind, subject_id)',
    },
    { name: 'moderation_case_queue', properties: ['status', 'id'] },
  ],
});

/** Something that was reported, with all reports of it (decisions D211). */
export class ModerationCase extends ModerationCaseSchema.class {}
ModerationCaseSchema.setClass(ModerationCase);
