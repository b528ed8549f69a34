select
  r.id, r.name, r.distance_in_meters, r.user_id as `user`, r.workout_id as workout, r.points, r.created_date,
  (select concat('[', group_concat(f.user_id order by f.id), ']') from running_route_favorited_by f where f.route_id = r.id) as favorited_by
from running_route r
order by r.id
