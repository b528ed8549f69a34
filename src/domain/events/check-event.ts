import { invalid, together } from '../../errors.ts';
import { isCalendarDate } from '../rules/moment.ts';
import { checkText } from '../../platform/text.ts';
import { checkAmount } from './check-participation.ts';
import { checkWebAddress } from './web-address.ts';
import type { EventRow } from './event.queries.ts';

/** The fields of an event, which the staff enters. */
export type EventInput = Omit<EventRow, 'id'>;

/** Checks every field and returns it in the form in which it is stored. @throws Failure INVALID */
export function checkEvent(input: EventInput): EventInput {
  return together(eventChecks(input));
}

/** The checks of an event by its fields. */
const eventChecks = (input: EventInput) => ({
  name: () => checkText(input.name, 'name', 'title', true),
  eventLogo: () => checkWebAddress('eventLogo', input.eventLogo),
  homeUrl: () => checkWebAddress('homeUrl', input.homeUrl, true),
  infoUrl: () => checkWebAddress('infoUrl', input.infoUrl),
  startDate: () => checkWallClock('startDate', input.startDate),
  endDate: () => {
    const endDate = checkWallClock('endDate', input.endDate);
    const startDate = readWallClock(input.startDate);
    // If both are at midnight, the event lasts one day.
    if (startDate !== null && endDate < startDate)
      throw invalid('endDate', 'must not be before the start', 'OUT_OF_RANGE');
    return endDate;
  },
  amountPerMile: () => checkAmount(input.amountPerMile, 0),
});

const wallClock = /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6})\d*)?)?)?$/;

/**
 * Returns a wall-clock time without a zone, `YYYY-MM-DDTHH:MM:SS.ffffff`. A date alone is its midnight. Anything else,
 * including a time with a zone, returns null: the time applies in the time zone of each participant.
 */
export function readWallClock(text: string): string | null {
  const [, date = '', hour = '00', minute = '00', second = '00', fraction = ''] = wallClock.exec(text.trim()) ?? [];
  if (!isCalendarDate(date)) return null;
  return `${date}T${hour}:${minute}:${second}.${fraction.padEnd(6, '0')}`;
}

function checkWallClock(field: string, value: string): string {
  const read = readWallClock(value);
  if (read === null)
    throw invalid(field, 'must be a date and time without a zone, such as 2026-05-01T00:00:00', 'MALFORMED');
  if (read < '1900' || read > '2200') throw invalid(field, 'must lie between 1900 and 2199', 'OUT_OF_RANGE');
  return read;
}
