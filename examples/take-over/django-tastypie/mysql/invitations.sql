select inviter_id as inviter, email, name, created_date
from running_invitation
order by id
