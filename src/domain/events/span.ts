/**
 * SQL for when an event `e` is on for a participant with preferences `pr` (decisions R17): its dates are wall-clock times
 * of their time zone; an end at midnight means to the end of that day. From `starts` up to and without `ends`.
 */
export const spanOfParticipant = `(
  select local_moment(e.start_date, coalesce(pr.timezone, 'UTC')) as starts,
    local_moment(e.end_date + case when e.end_date::time = '00:00' then interval '1 day' else interval '0' end,
      coalesce(pr.timezone, 'UTC')) as ends offset 0
)`;

/** Whether the event is on for the participant `ep` at the moment `now`, and they have not left. */
export function activeAt(now: string): string {
  return `(ep.left_date is null and sp.starts <= ${now} and ${now} < sp.ends)`;
}

/**
 * Whether the participant is hot, to the letter (interface, EventParticipant activity; decisions N9): active, or the event
 * ended less than a week ago, or has not yet started. Who has left is not active, but hot before and after the event.
 */
export function hotAt(now: string): string {
  const ongoing = `(sp.starts <= ${now} and ${now} < sp.ends)`;
  return `((ep.left_date is null or not ${ongoing}) and ${now} < sp.ends + interval '7 days')`;
}

/** Events that can be hot for nobody, wherever they live, by their row alone: no clock is a whole day off. */
export function longOver(now: string): string {
  return `(e.end_date < (${now} at time zone 'UTC') - interval '10 days')`;
}
