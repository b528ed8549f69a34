/** Friendships, the edges that statements read, invitations and blocks. */
export const friendships = [
  `create table friendship (
    id bigserial primary key,
    user1_id bigint not null constraint friendship_user1_id_foreign references users on delete cascade,
    user2_id bigint not null constraint friendship_user2_id_foreign references users on delete cascade,
    created_date timestamptz(6) not null default now(),
    accepted_date timestamptz(6)
  )`,
  `create unique index friendship_between_users on friendship (least(user1_id, user2_id), greatest(user1_id, user2_id))`,
  `create index friendship_user1 on friendship (user1_id)`,
  `create index friendship_user2_id_index on friendship (user2_id)`,

  // Index-only scans of the feed need the visibility map kept fresh (docs/performance.md#lists-that-stay-flat).
  `create table friend_edge (
    user_id bigint not null constraint friend_edge_user_id_foreign references users on update cascade on delete cascade,
    friend_id bigint not null constraint friend_edge_friend_id_foreign references users on update cascade on delete cascade,
    primary key (user_id, friend_id)
  ) with (autovacuum_vacuum_insert_scale_factor = 0.02)`,
  `create index friend_edge_friend_id_index on friend_edge (friend_id)`,

  `create table invitation (
    id bigserial primary key,
    inviter_id bigint not null constraint invitation_inviter_id_foreign references users on delete cascade,
    email varchar(254) not null,
    name varchar(100) not null default '',
    created_date timestamptz(6) not null default now(),
    mailed_date timestamptz(6) not null default now()
  )`,
  `create unique index invitation_by_address on invitation (inviter_id, lower(email))`,
  `create index invitation_email on invitation (lower(email))`,

  `create table block (
    user_id bigint not null constraint block_user_id_foreign references users on update cascade on delete cascade,
    blocked_id bigint not null constraint block_blocked_id_foreign references users on update cascade on delete cascade,
    created_date timestamptz(6) not null default now(),
    primary key (user_id, blocked_id)
  )`,
  `create index block_blocked_id_index on block (blocked_id)`,
];
