import { friendOf, isForFriends, isPublic } from '../domain/rules/visibility.ts';
import { statement } from '../platform/database/statement.ts';

/** Whether there are any users. */
export const someUser = statement.read<{ id: number }>('some_user', 'select id from users limit 1', {
  all: 'checks whether there are any users, and shows nothing of them',
});

/**
 * `$1` is the user, `$2` the date of joining, `$3` whether the user is featured, and `$4` whether the user is staff.
 */
export const mark = statement.write<{ id: number }>(
  'demo_mark',
  'update users set date_joined = $2::timestamptz, is_featured = $3, is_staff = $4 where id = $1 returning id',
);

/** `$1` are workouts, and `$2` the times at which they were recorded. Both workouts and posts are changed. */
export const backdate = statement.write<{ id: number }>(
  'demo_backdate',
  `with d as (select * from unnest($1::bigint[], $2::timestamptz[]) d(id, date)),
     p as (update post set created_date = d.date from d where workout_id = d.id)
   update workout w set created_date = d.date from d where w.id = d.id returning w.id`,
);

/** `$1` is the time of the posts that announce an event. They come before those of the runs. */
export const backdateNews = statement.write<{ id: number }>(
  'demo_backdate_news',
  `update post set created_date = $1::timestamptz + id * interval '1 minute' where post_type is not null returning id`,
);

/**
 * `$1` are the requesters, `$2` the recipients, `$3` the times, and `$4` whether the request was accepted (a few hours
 * later).
 */
export const befriend = statement.write<{ id: number }>(
  'demo_befriend',
  `with edges as (
     insert into friend_edge (user_id, friend_id)
     select a, b from (values ($1::bigint, $2::bigint), ($2::bigint, $1::bigint)) pair(a, b) where $4::boolean
   )
   insert into friendship (user1_id, user2_id, created_date, accepted_date)
   values ($1, $2, $3::timestamptz, case when $4::boolean then $3::timestamptz + interval '5 hours' end) returning id`,
);

/**
 * Each post is liked by some friends of its author, and a public one also by a few others. The choice is always the
 * same, and includes at least one user.
 */
export const likePosts = statement.write<{ id: number }>(
  'demo_like_posts',
  `insert into post_like (post_id, user_id)
     select c.id, c.liker from (
       select p.id, u.id as liker,
         (u.id * 7 + p.id * 13) % 10 < case when f.friend then 5 else 1 end as likes,
         row_number() over (partition by p.id order by f.friend desc, (u.id * 7 + p.id * 13) % 10, u.id) as rank
       from post p join users u on u.id <> p.author_id
       cross join lateral (select ${friendOf('u.id', 'p.author_id')} as friend) f
       where ${isPublic('p')} or (${isForFriends('p')} and f.friend)
     ) c where c.likes or c.rank = 1 order by c.id, (c.liker * 31 + c.id * 17) % 23
   returning post_id as id`,
  isForFriends,
);

/** `$1` are comments, and `$2` their dates. */
export const backdateComments = statement.write<{ id: number }>(
  'demo_backdate_comments',
  `update comment c set submit_date = d.date from unnest($1::bigint[], $2::timestamptz[]) d(id, date)
   where c.id = d.id returning c.id`,
);

/** `$1` is the author. */
export const newestPublicPost = statement.read<{ id: number }>(
  'demo_newest_public_post',
  `select p.id from post p where p.author_id = $1 and ${isPublic('p')} order by p.id desc limit 1`,
  isPublic,
);
