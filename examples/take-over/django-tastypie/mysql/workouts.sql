-- Each point is [latitude, longitude, elevation, time]. A run has points, or a GPX file, or a line without times.
select
  w.id, w.user_id as `user`, w.title, w.post_body, w.run_date, w.run_type, w.duration_in_seconds, w.distance_in_meters,
  w.privacy, w.source, w.created_date, w.gpx,
  nullif(w.route_points_data, '') as route_points_data,
  (select concat('[', group_concat(json_array(
     p.lat, p.lng, p.elev, date_format(p.time, '%Y-%m-%dT%H:%i:%s.%fZ')) order by p.number), ']')
   from running_routepoint p where p.workout_id = w.id) as points
from running_workout w
order by w.id
