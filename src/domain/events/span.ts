/**
 * SQL for the time of an event `e` for a participant with preferences `pr` (decisions R17): its dates are wall-clock
 * times in the participant's time zone, and an end at midnight means the end of that day. The time is from `starts`
 * (inclusive) to `ends` (exclusive).
 */
export const spanOfParticipant = `(
  select local_moment(e.start_date, coalesce(pr.timezone, 'UTC')) as starts,
    local_moment(e.end_date + case when e.end_date::time = '00:00' then interval '1 day' else interval '0' end,
      coalesce(pr.timezone, 'UTC')) as ends offset 0
)`;

/** Whether the event takes place for the participant `ep` at the time `now`, and the participant has not left. */
export function activeAt(now: string): string {
  return `(ep.left_date is null and sp.starts <= ${now} and ${now} < sp.ends)`;
}

/**
 * Whether the participant is hot, as the interface defines it (interface, EventParticipant activity; decisions N9): the
 * participation is active, or the event ended less than a week ago or has not started yet. A participant who has left
 * is not active, but hot before and after the event.
 */
export function hotAt(now: string): string {
  const ongoing = `(sp.starts <= ${now} and ${now} < sp.ends)`;
  return `((ep.left_date is null or not ${ongoing}) and ${now} < sp.ends + interval '7 days')`;
}

/**
 * Excludes events that cannot be hot in any time zone, by their row alone: no time zone differs from UTC by a whole
 * day.
 */
export function longOver(now: string): string {
  return `(e.end_date < (${now} at time zone 'UTC') - interval '10 days')`;
}
