select id, requester_id as requester, user_id as `user`, created_date, accepted_date
from running_friendship
order by id
