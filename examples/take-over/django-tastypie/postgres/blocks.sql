select user_id as "user", blocked_id as blocked, created_date
from running_block
order by id
