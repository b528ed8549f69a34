select id, event_id as event, user_id as "user", description, user_goal_in_miles, joined_date
from running_eventparticipant
order by id
