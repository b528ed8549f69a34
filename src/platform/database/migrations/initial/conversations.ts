/** Conversations, their members, and messages. */
export const conversations = [
  `create table conversation (
    id bigserial primary key,
    started_by_id bigint constraint conversation_started_by_id_foreign references users on delete set null,
    created_date timestamptz(6) not null default now(),
    last_message_id bigint not null default '0',
    past_users_involved text[] not null default '{}'
  )`,
  `create index conversation_started_by_id_index on conversation (started_by_id)`,

  `create table conversation_member (
    conversation_id bigint not null
      constraint conversation_member_conversation_id_foreign references conversation on update cascade on delete cascade,
    user_id bigint not null constraint conversation_member_user_id_foreign references users on update cascade on delete cascade,
    placement varchar(8) not null default 'inbox',
    read_up_to bigint not null default '0',
    unread int not null default 0,
    last_message_id bigint not null default '0',
    requested boolean not null default false,
    primary key (conversation_id, user_id)
  )`,
  `create index conversation_member_of_user on conversation_member (user_id, placement, last_message_id desc) include (requested, conversation_id)`,

  `create table message (
    id bigserial primary key,
    conversation_id bigint not null constraint message_conversation_id_foreign references conversation on delete cascade,
    user_id bigint constraint message_user_id_foreign references users on delete set null,
    user_deleted_name varchar(201) not null default '',
    message text not null,
    created_date timestamptz(6) not null default now()
  )`,
  `create index message_of_conversation on message (conversation_id, id)`,
  `create index message_user_id_index on message (user_id)`,
];
