/** Posts and comments. */
export const feed = [
  // Index-only scans of the feed need the visibility map kept fresh (docs/performance.md#lists-that-stay-flat).
  `create table post (
    id bigserial primary key,
    author_id bigint not null constraint post_author_id_foreign references users on delete cascade,
    workout_id bigint constraint post_workout_id_unique unique
      constraint post_workout_id_foreign references workout on delete cascade,
    body text not null default '',
    privacy varchar(7) not null,
    created_date timestamptz(6) not null default now(),
    comment_count int not null default 0,
    likers bigint[] not null default '{}',
    post_type varchar(40),
    extra jsonb,
    spot int,
    cell int generated always as (spot / 100) stored
  ) with (autovacuum_vacuum_insert_scale_factor = 0.02)`,
  `create index post_by_author on post (author_id, id desc)`,
  `create index post_for_friends on post (author_id, id desc) where privacy in ('public', 'friends')`,
  `create index post_public on post (author_id, id desc) where privacy = 'public'`,
  `create index post_local on post (cell, id) where privacy = 'public' and cell is not null`,
  `create index post_of_spot on post (spot, id) where privacy = 'public' and spot is not null`,

  `create table comment (
    id bigserial primary key,
    post_id bigint not null constraint comment_post_id_foreign references post on delete cascade,
    user_id bigint not null constraint comment_user_id_foreign references users on delete cascade,
    comment text not null,
    submit_date timestamptz(6) not null default now(),
    likers bigint[] not null default '{}'
  )`,
  `create index comment_of_post on comment (post_id, id)`,
  `create index comment_user_id_index on comment (user_id)`,
];
