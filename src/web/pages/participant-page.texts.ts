import { DateTime, IANAZone } from 'luxon';
import type { EventRow } from '../../domain/events/event.queries.ts';
import type { PublicRun } from './participant-page.queries.ts';
import type { ParticipantRow } from '../../domain/events/participant.row.ts';

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const cents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1,234.5` */
export function number(value: number): string {
  return plain.format(value);
}

/** `1,234.50`. Amounts have no currency, as in the interface. */
export function money(value: number): string {
  return cents.format(value);
}

const day = 'd MMMM yyyy';

/** `1 May 2026 – 31 May 2026`, or one day if it begins and ends on that day. */
export function datesOf({ startDate, endDate }: EventRow): string {
  const [from, to] = [startDate, endDate].map((date) => wall(date).toFormat(day));
  return from === to ? String(from) : `${from} – ${to}`;
}

/** Whether the event takes place now for the participant. */
export function stateOf({ startsDate, endsDate }: ParticipantRow, now: Date): string {
  if (now < new Date(startsDate)) return 'not started yet';
  return now < new Date(endsDate) ? 'on now' : 'over';
}

/** The day of a run in the time zone of the runner. An invalid time zone counts as UTC. */
export function dayOf({ runDate, timezone }: Pick<PublicRun, 'runDate' | 'timezone'>): string {
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'utc';
  return DateTime.fromISO(runDate, { zone }).setLocale('en').toFormat('d MMM');
}

function wall(date: string): DateTime {
  return DateTime.fromISO(date, { zone: 'utc' }).setLocale('en');
}
