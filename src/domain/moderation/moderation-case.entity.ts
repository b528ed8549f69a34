import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import type { CaseStatus, SubjectKind } from './subject.ts';

const ModerationCaseSchema = defineEntity({
  name: 'ModerationCase',
  tableName: 'moderation_case',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.string().$type<SubjectKind>().length(8),
    /** The id of the reported object. There is no foreign key, because the object may be deleted. */
    subjectId: p.bigint('number'),
    /**
     * The reported user, or the author of the content. The case, with its copy of the content, is deleted with that
     * account.
     */
    person: () => p.manyToOne(User).deleteRule('cascade').index(),
    status: p.string().$type<CaseStatus>().length(9).default('open'),
    /** The number of users who have reported it. */
    reportCount: p.integer().default(0),
    reportedDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [
    madeBy('create unique index moderation_case_subject on moderation_case (kind, subject_id)'),
    { name: 'moderation_case_queue', properties: ['status', 'id'] },
  ],
});

/** A reported object with all its reports. It is opened again when another user reports it. */
export class ModerationCase extends ModerationCaseSchema.class {}
ModerationCaseSchema.setClass(ModerationCase);
