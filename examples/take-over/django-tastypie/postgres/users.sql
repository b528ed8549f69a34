-- The password is the hash as Django stores it, and the keys are Tastypie's, so that every app and every person stays signed in.
select
  u.id, u.username, u.email, u.first_name, u.last_name, u.date_joined, u.last_login, u.password, u.is_active, u.is_staff,
  coalesce(p.is_featured, false) as is_featured,
  coalesce(p.email_proven, true) as email_proven,
  p.id as profile_id, f.id as preferences_id,
  p.image,
  case when p.image <> '' then json_build_array('/media/' || p.image) end as image_urls,
  (select json_agg(k.key order by k.id) from tastypie_apikey k where k.user_id = u.id and k.key <> '') as api_keys,
  (select json_agg(json_build_object('network', s.network, 'id', s.uid) order by s.id)
   from running_socialaccount s where s.user_id = u.id) as social,
  case when f.id is not null then json_build_object(
    'weekly_email_report', f.weekly_email_report, 'monthly_email_report', f.monthly_email_report,
    'annually_email_report', f.annually_email_report, 'distance', f.distance, 'elevation', f.elevation, 'timezone', f.timezone
  ) end as preferences,
  case when p.id is not null then json_build_object(
    'birth_date', p.birth_date, 'gender', p.gender, 'weight', p.weight, 'weight_unit', p.weight_unit,
    'location_name', p.location_name, 'location_lat', p.location_lat, 'location_lng', p.location_lng
  ) end as profile
from auth_user u
left join running_profile p on p.user_id = u.id
left join running_preferences f on f.user_id = u.id
order by u.id
