-- Messages of people who have left have no user, but the name that they had.
select id, conversation_id as conversation, user_id as `user`, user_deleted_name, message, created_date
from running_message
order by id
