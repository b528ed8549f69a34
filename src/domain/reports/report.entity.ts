import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';

const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'report',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** `weekly`, `monthly` or `annual`. */
    kind: p.string().length(7).primary(),
    /**
     * The first day of the latest processed period, in the time zone of the user. It only increases, and decides which
     * process sends the mail.
     */
    starts: p.date(),
  },
});

/** The progress of the reports of one kind for a user. */
export class Report extends ReportSchema.class {}
ReportSchema.setClass(Report);
