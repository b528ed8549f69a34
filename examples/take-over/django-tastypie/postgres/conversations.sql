select
  c.id, c.created_date, c.started_by_id as started_by, c.past_users_involved,
  (select coalesce(json_agg(json_build_object(
     'user', r.user_id, 'placement', r.placement, 'last_read_message', r.last_read_message_id) order by r.id), '[]')
   from running_recipient r where r.conversation_id = c.id) as recipients
from running_conversation c
order by c.id
