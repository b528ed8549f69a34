import { DateTime, IANAZone } from 'luxon';

/** The kinds of reports, and the preference for each. */
export const reportKinds = ['weekly', 'monthly', 'annual'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A week, month or year that has ended. */
export interface Period {
  /** The first day in the time zone of the user, `YYYY-MM-DD`. */
  starts: string;
  /** The beginning, ISO 8601, inclusive. */
  from: string;
  /** The end, exclusive. */
  to: string;
  /** `16–22 November 2026`, `October 2026`, `2026`. */
  title: string;
}

const units = { weekly: 'week', monthly: 'month', annual: 'year' } as const;

/** The number of days after its end during which a delayed report is still sent. */
const graceDays = 7;

/** The last complete period before `now`. Weeks begin on Monday. An invalid time zone counts as UTC. */
export function lastPeriod(kind: ReportKind, timezone: string, now: Date): Period {
  const unit = units[kind];
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'utc';
  const end = DateTime.fromJSDate(now, { zone }).setLocale('en').startOf(unit);
  const start = end.minus({ [unit]: 1 }).startOf(unit);
  return {
    starts: start.toFormat('yyyy-MM-dd'),
    from: start.toUTC().toFormat(moment),
    to: end.toUTC().toFormat(moment),
    title: titles[kind](start, end.minus({ days: 1 })),
  };
}

/** Whether the period ended recently enough for a report. */
export function isFresh(period: Period, now: Date): boolean {
  return now.getTime() < Date.parse(period.to) + graceDays * 86_400_000;
}

const moment = "yyyy-MM-dd'T'HH:mm:ss'Z'";

const titles: Record<ReportKind, (first: DateTime, last: DateTime) => string> = {
  weekly(first, last) {
    const year = first.hasSame(last, 'year') ? '' : ' yyyy';
    const month = first.hasSame(last, 'month') ? '' : ' MMMM';
    const separator = month === '' ? '–' : ' – ';
    return `${first.toFormat(`d${month}${year}`)}${separator}${last.toFormat('d MMMM yyyy')}`;
  },
  monthly: (first) => first.toFormat('MMMM yyyy'),
  annual: (first) => first.toFormat('yyyy'),
};
