import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';
import { lengths } from '../../platform/text.ts';
import type { ModerationAction, SubjectKind } from './subject.ts';

const ModerationActSchema = defineEntity({
  name: 'ModerationAct',
  tableName: 'moderation_act',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** The staff user, or null once that account is deleted. */
    staff: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    action: p.string().$type<ModerationAction>().length(9),
    kind: p.string().$type<SubjectKind>().length(8),
    subjectId: p.bigint('number'),
    /** The user concerned, or null once that account is deleted. */
    person: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** The reason in the words of the staff user. */
    note: p.string().length(lengths.note).default(''),
    /** When a suspension expires. */
    until: p.datetime(6).columnType('timestamptz(6)').nullable(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** An action of the staff. The log is never changed, and actions are only added. */
export class ModerationAct extends ModerationActSchema.class {}
ModerationActSchema.setClass(ModerationAct);
