import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../accounts/user.entity.ts';

const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'report',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** `weekly`, `monthly` or `annual`. */
    kind: p.string().length(7).primary(),
    /** First day of the newest period that is dealt with, in the user's time zone. Only ever grows: it decides who mails. */
    starts: p.date(),
  },
});

/** How far a user's reports of one kind have got. */
export class Report extends ReportSchema.class {}
ReportSchema.setClass(Report);
