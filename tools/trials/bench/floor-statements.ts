/*
 * One hand-written statement an item. Each looks the API key ($1) up by itself and checks nothing else but what the item
 * cannot do without (a feed shows no private posts). They are prepared by name, as the service's are.
 */

const viewer = `v as (select user_id from api_key where key_hash = sha256(convert_to($1, 'UTF8')))`;
const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;

/** `$2` older than this post id, `$3` how many. */
const pageIds = `
  select c.id from v cross join lateral (
    (select e.id from friend_edge f cross join lateral (
       select p.id from post p where p.author_id = f.friend_id and p.privacy in ('public', 'friends') and p.id < $2
       order by p.id desc limit $3) e
     where f.user_id = v.user_id)
    union all
    (select p.id from post p where p.author_id = v.user_id and p.id < $2 order by p.id desc limit $3)
  ) c order by c.id desc limit $3`;

const newer = `exists (
    select from v join friend_edge f on f.user_id = v.user_id cross join lateral (
      select from post p where p.author_id = f.friend_id and p.privacy in ('public', 'friends') and p.id >= $2 limit 1) e)
  or exists (select from v join post p on p.author_id = v.user_id where p.id >= $2)`;

const postColumns = `p.id, p.body, p.comment_count, p.created_date, p.likers, a.id as author_id, a.first_name, a.last_name,
  w.id as workout_id, w.title, w.run_date, w.run_type, w.duration_in_seconds, w.distance_in_meters`;
const postJoins = 'join users a on a.id = p.author_id left join workout w on w.id = p.workout_id';

const postJson = `json_build_object('id', p.id, 'resource_uri', '/api/v1/post/' || p.id || '/',
  'author', json_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
    'preferences', '/api/v1/preferences/' || a.id || '/', 'profile', '/api/v1/profile/' || a.id || '/',
    'resource_uri', '/api/v1/user/' || a.id || '/'),
  'body', p.body, 'comment_count', p.comment_count, 'created_date', ${moment('p.created_date')}, 'likers', p.likers,
  'workout', case when w.id is not null then json_build_object('id', w.id,
    'resource_uri', '/api/v1/workout/' || w.id || '/', 'title', w.title, 'run_date', ${moment('w.run_date')},
    'run_type', w.run_type, 'duration_in_seconds', w.duration_in_seconds,
    'distance_in_meters', w.distance_in_meters::text) end)::text`;

const feed = (columns: string, more = '') => `with ${viewer}
  select ${columns}${more} from (${pageIds}) page join post p on p.id = page.id ${postJoins} order by p.id desc`;

const insertion = `with ${viewer}, w as (
    insert into workout (user_id, title, run_date, run_type, duration_in_seconds, distance_in_meters, privacy, source)
    select user_id, $2::text, $3::timestamptz, $4::text, $5::int, $6::numeric, $7::text, $8::text from v
    returning id, user_id, created_date
  ), t as (
    insert into workout_track (workout_id, points) select id, $9::bytea from w
  ), p as (
    insert into post (author_id, workout_id, privacy, created_date) select user_id, id, $7::text, created_date from w
    returning id
  ), s as (
    update stats set total_distance_in_meters = total_distance_in_meters + $6::numeric,
      max_distance_in_meters = greatest(max_distance_in_meters, $6::numeric),
      max_duration_in_seconds = greatest(max_duration_in_seconds, $5::int),
      latest_workout_date = greatest(latest_workout_date, $3::timestamptz)
    where id = (select user_id from v)
  )
  select w.id, w.user_id, p.id as post_id from w, p`;

/** A user as lists embed it; the address is shown to its owner only. */
const userColumns = `u.id, u.first_name, u.last_name, u.date_joined, case when u.id = v.user_id then u.email else '' end as email`;

/** As the service does it: the conversation's row first, whose lock puts the writers in a line. */
const sending = `with ${viewer}, c as (
    update conversation set last_message_id = nextval('message_id_seq')
    where id = $2 and exists (select from conversation_member s where s.conversation_id = $2 and s.user_id = (select user_id from v))
    returning id, last_message_id
  ), m as (
    insert into message (id, conversation_id, user_id, message)
    select c.last_message_id, c.id, v.user_id, $3::text from c, v returning id
  ), s as (
    update conversation_member set last_message_id = c.last_message_id, unread = unread + (user_id <> (select user_id from v))::int,
      placement = case placement when 'hidden' then 'inbox' else placement end
    from c where conversation_id = c.id
  )
  select id from m`;

export const statements = {
  feed: feed(postColumns),
  feedDeep: feed(postColumns, `, (select ${newer}) as newer`),
  /** The same two with the JSON made by PostgreSQL. */
  feedJson: feed(`p.id, ${postJson} as text`),
  feedDeepJson: feed(`p.id, ${postJson} as text`, `, (select ${newer}) as newer`),
  /** `$2` post. */
  post: `with ${viewer} select ${postColumns} from v, post p ${postJoins} where p.id = $2`,
  /** `$2` user. */
  user: `with ${viewer} select ${userColumns} from v, users u where u.id = $2`,
  /** `$2` user. */
  userWithProfile: `with ${viewer}
    select ${userColumns}, f.gender, f.weight_unit, f.location_name, round(f.location_lat::numeric, 1)::float8 as latitude,
      round(f.location_lng::numeric, 1)::float8 as longitude
    from v, users u join profile f on f.id = u.id where u.id = $2`,
  /** `$2` user, `$3` how many. */
  workouts: `with ${viewer}
    select w.id, w.title, w.post_body, w.run_date, w.run_type, w.duration_in_seconds, w.distance_in_meters, w.polyline,
      w.privacy, w.source, w.user_id, p.id as post_id
    from v, workout w left join post p on p.workout_id = w.id
    where w.user_id = $2 and w.privacy = 'public' order by w.run_date desc, w.id desc limit $3`,
  /** `$2` user, `$3` how many. */
  tracks: `with ${viewer}
    select w.title, w.run_type, t.points, u.first_name || ' ' || u.last_name as runner
    from v, workout w join workout_track t on t.workout_id = w.id join users u on u.id = w.user_id
    where w.user_id = $2 and w.privacy = 'public' order by w.run_date desc, w.id desc limit $3`,
  /** `$2` post, `$3` how many. */
  comments: `with ${viewer}
    select c.id as comment_id, c.post_id, c.comment, c.submit_date, c.likers, ${userColumns},
      (select count(*) from comment where post_id = $2) as total
    from v, comment c join users u on u.id = c.user_id where c.post_id = $2 order by c.id limit $3`,
  /** `$2` how many. */
  inbox: `with ${viewer}
    select c.id as conversation_id, c.created_date, c.started_by_id, c.past_users_involved, s.placement, s.unread,
      m.id as message_id, m.message, m.created_date as message_date, m.user_id as sender_id, m.user_deleted_name,
      ${userColumns}, (select count(*) from conversation_member where user_id = v.user_id and placement = 'inbox') as total
    from v cross join lateral (
      select * from conversation_member where user_id = v.user_id and placement = 'inbox' order by last_message_id desc limit $2) s
    join conversation c on c.id = s.conversation_id join message m on m.id = s.last_message_id
    join conversation_member o on o.conversation_id = c.id join users u on u.id = o.user_id
    order by s.last_message_id desc, u.id`,
  /** `$2` name, `$3` its longest word, `$4` a pattern for each word, `$5` how many. */
  search: `with ${viewer}, hits as materialized (
      select id, search_name, search_name not like $2 || '%' as begins_otherwise,
        case when search_name not like $2 || '%' and split_part(search_name, ' ', -1) like $2 || '%'
          then split_part(search_name, ' ', -1) end as ends
      from users where ' ' || search_name || ' ' like '%' || $3 || '%' and ' ' || search_name like all($4::text[])
    )
    select ${userColumns}, f.location_name, (select count(*) from hits) as total
    from v, (select * from hits order by begins_otherwise, ends, search_name, id limit $5) page
    join users u on u.id = page.id join profile f on f.id = page.id
    order by page.begins_otherwise, page.ends, page.search_name, page.id`,
  /** `$2` conversation, `$3` text. */
  sending,
  /** `$2` title, `$3` run date, `$4` type, `$5` seconds, `$6` meters, `$7` privacy, `$8` source, `$9` packed points. */
  insertion,
} as const;

export type StatementName = keyof typeof statements;
