-- An event begins and ends on the clock of each participant, so its times have no zone.
select
  id, name, event_logo, home_url, info_url, amount_per_mile,
  start_date at time zone 'UTC' as start_date,
  end_date at time zone 'UTC' as end_date
from running_eventinstance
order by id
