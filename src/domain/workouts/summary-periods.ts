import { invalid } from '../../errors.ts';

/** The periods of the calendar by which workouts are summed up. Weeks begin on Monday. */
export const calendarPeriods = ['day', 'week', 'month', 'year'] as const;
export type CalendarPeriod = (typeof calendarPeriods)[number];

/** The largest number of periods of one summary. */
export const maxPeriods = 1000;

/** Some days, from the first to the last one, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** The average length of each period in days. */
const averageDays = { day: 1, week: 7, month: 30.4, year: 365 } as const;

/** About how many periods a summary of these days has: at most `maxPeriods`, since more are refused. */
export function countPeriods({ from, to }: Days, by: CalendarPeriod): number {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return Math.min(maxPeriods, Math.max(1, Math.ceil(days / averageDays[by])));
}

/**
 * Divides days into the periods of the calendar, oldest first. The first and the last one are as long as they are within the
 * days. @throws Failure INVALID when there are none, or too many
 */
export function dividedInto({ from, to }: Days, by: CalendarPeriod): Days[] {
  if (to < from) throw invalid('to', 'must not be before `from`');
  const periods: Days[] = [];
  for (let day = from; day <= to;) {
    if (periods.length === maxPeriods) throw invalid('to', `must be at most ${maxPeriods} periods after \`from\``);
    const last = lastDay(day, by);
    // There is no day after the year 9999.
    if (last >= to) return [...periods, { from: day, to }];
    periods.push({ from: day, to: last });
    day = dayAfter(last, 1);
  }
  return periods;
}

/** The last day of the period that a day is in. */
function lastDay(day: string, by: CalendarPeriod): string {
  const date = new Date(day);
  if (by === 'day') return day;
  if (by === 'week') return dayAfter(day, (7 - date.getUTCDay()) % 7);
  if (by === 'year') return `${day.slice(0, 4)}-12-31`;
  return dayAfter(`${day.slice(0, 8)}28`, daysInMonth(date) - 28);
}

function daysInMonth(date: Date): number {
  const next = new Date(date);
  next.setUTCDate(28);
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  return next.getUTCDate();
}

function dayAfter(day: string, days: number): string {
  const next = new Date(Date.parse(day) + days * 86_400_000);
  // ISO 8601 writes years after 9999 with a sign, which is less than any digit.
  return next.getUTCFullYear() > 9999 ? '9999-12-31' : next.toISOString().slice(0, 10);
}
