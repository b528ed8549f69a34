select id, participant_id as participant, user_id as `user`, name, amount_per_mile, created_date
from running_sponsor
order by id
