-- The rows of the likes are numbered in the order in which they were made.
select
  p.id, p.author_id as author, p.workout_id as workout, p.body, p.privacy, p.created_date,
  nullif(p.post_type, '') as post_type,
  p.extra,
  (select concat('[', group_concat(l.user_id order by l.id), ']') from running_post_likers l where l.post_id = p.id) as likers
from running_post p
order by p.id
