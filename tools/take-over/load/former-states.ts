const likersOf = (of: 'post' | 'comment', alias: string) =>
  `(select array_agg(l.user_id order by l.user_id) from ${of}_like l where l.${of}_id = ${alias}.id)`;

/** What version 1.0.0 made one digest of, for records that it has loaded: it had no marks of fields. */
export const formerParts: Readonly<Record<string, string>> = {
  users: `u.username, u.email, u.password_hash, u.first_name, u.last_name, u.is_featured, u.is_staff, u.image_key, u.email_proven,
    p.weekly_email_report, p.monthly_email_report, p.annually_email_report, p.distance, p.elevation, p.timezone,
    f.birth_date, f.gender, f.weight, f.weight_unit, f.location_name, f.location_lat, f.location_lng,
    (select count(*) from suspension s where s.user_id = u.id),
    (select array_agg(k.key_hash order by k.key_hash) from api_key k where k.user_id = u.id and k.taken_over),
    (select array_agg(a.network || ' ' || a.social_id order by 1) from social_account a where a.user_id = u.id)`,
  friendships: 'f.user1_id, f.user2_id, extract(epoch from f.accepted_date)',
  workouts: `w.user_id, w.title, w.post_body, extract(epoch from w.run_date), w.run_type, w.duration_in_seconds, w.distance_in_meters, w.privacy,
    w.points_hash`,
  posts: `p.author_id, p.workout_id, p.body, p.privacy, p.extra, ${likersOf('post', 'p')}`,
  pictures: 'p.post_id, p.key',
  comments: `c.post_id, c.user_id, c.comment, ${likersOf('comment', 'c')}`,
  conversations: `c.started_by_id, c.past_users_involved, (select array_agg(row(s.user_id, s.placement, s.read_up_to)::text order by s.user_id)
    from conversation_member s where s.conversation_id = c.id)`,
  messages: 'm.conversation_id, m.user_id, m.message, m.is_deleted',
  routes: `t.owner_id, t.name, t.distance_in_meters, t.privacy,
    (select array_agg(f.user_id order by f.user_id) from route_favorite f where f.route_id = t.id and f.is_favorite)`,
  events: 'e.name, e.start_date, e.end_date, e.home_url, e.info_url, e.event_logo, e.amount_per_mile',
  event_participants: 'p.event_id, p.user_id, p.description, p.user_goal_in_miles, extract(epoch from p.left_date)',
  sponsors: 's.name, s.amount_per_mile, extract(epoch from s.accepted_date)',
};
