/** Accounts, keys and other ways to sign in. */
export const accounts = [
  `create table users (
    id bigserial primary key,
    username varchar(40) not null constraint users_username_unique unique,
    email varchar(254) not null,
    password_hash text,
    first_name varchar(100) not null,
    last_name varchar(100) not null,
    date_joined timestamptz(6) not null default now(),
    is_featured boolean not null default false,
    is_staff boolean not null default false,
    image_key varchar(100),
    search_name varchar(400) not null default '',
    email_proven boolean not null default false
  )`,
  `create unique index users_email_unique on users (lower(email))`,
  `create index users_featured on users (id) where is_featured`,
  `create index users_image_key on users (image_key) where image_key is not null`,
  // The index of the search by parts of names and with small typos (src/domain/people/search-name.ts).
  `create extension if not exists pg_trgm`,
  `create index users_search_name on users using gin ((' ' || search_name || ' ') gin_trgm_ops)`,

  `create table api_key (
    id bigserial primary key,
    user_id bigint not null constraint api_key_user_id_foreign references users on delete cascade,
    key_hash bytea not null constraint api_key_key_hash_unique unique,
    label varchar(200) not null default '',
    created_date timestamptz(6) not null default now()
  )`,
  `create index api_key_user_id_index on api_key (user_id)`,

  `create table social_account (
    id bigserial primary key,
    user_id bigint not null constraint social_account_user_id_foreign references users on delete cascade,
    network varchar(40) not null,
    social_id varchar(100) not null,
    created_date timestamptz(6) not null default now(),
    constraint social_account_of_person unique (network, social_id)
  )`,
  `create index social_account_user_id_index on social_account (user_id)`,

  `create table password_reset (
    token_hash bytea primary key,
    user_id bigint not null constraint password_reset_user_id_unique unique
      constraint password_reset_user_id_foreign references users on delete cascade,
    expires_date timestamptz(6) not null
  )`,

  `create table known_address (
    user_id bigint not null constraint known_address_user_id_foreign references users on delete cascade,
    digest bytea not null,
    seen_date timestamptz(6) not null default now(),
    primary key (user_id, digest)
  )`,
];
