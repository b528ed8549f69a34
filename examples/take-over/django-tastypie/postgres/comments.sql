-- Comments that were removed stay where they are.
select
  c.id, c.post_id as post, c.user_id as "user", c.comment, c.submit_date,
  (select json_agg(l.user_id order by l.id) from running_comment_likers l where l.comment_id = c.id) as likers
from running_comment c
where not c.is_removed
order by c.id
