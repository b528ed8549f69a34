/** Pictures of posts, uploads in progress, and the files of both and of profile pictures. */
export const pictures = [
  `create table picture_file (
    key varchar(40) primary key,
    created_date timestamptz(6) not null default now(),
    doomed_date timestamptz(6),
    has_shared boolean not null default false
  )`,
  `create index picture_file_doomed on picture_file (doomed_date) where doomed_date is not null`,

  `create table picture (
    id bigserial primary key,
    post_id bigint not null constraint picture_post_id_foreign references post on delete cascade,
    key varchar(40) not null constraint picture_key_unique unique
      constraint picture_key_foreign references picture_file,
    position int not null default 0,
    digest bytea not null,
    format varchar(4) not null,
    width int not null,
    height int not null,
    created_date timestamptz(6) not null default now()
  )`,
  `create unique index picture_of_post on picture (post_id, digest)`,

  `create table picture_upload (
    id varchar(32) primary key,
    user_id bigint not null constraint picture_upload_user_id_foreign references users on delete cascade,
    post_id bigint constraint picture_upload_post_id_foreign references post on delete cascade,
    expires_date timestamptz(6) not null,
    key varchar(40) constraint picture_upload_key_foreign references picture_file on delete set null,
    digest bytea,
    format varchar(4),
    width int,
    height int,
    picture_id bigint constraint picture_upload_picture_id_foreign references picture on delete cascade,
    completed_date timestamptz(6),
    attempts int not null default 0
  )`,
  `create index picture_upload_user_id_index on picture_upload (user_id)`,
  `create index picture_upload_post_id_index on picture_upload (post_id)`,
  `create index picture_upload_expires_date_index on picture_upload (expires_date)`,
  `create index picture_upload_key_index on picture_upload (key)`,
  `create index picture_upload_picture_id_index on picture_upload (picture_id)`,

  // When a picture is deleted, also with its post, workout or account, its files are added to the queue of files to
  // remove in the same transaction (src/domain/pictures/sweep.ts). The argument is the column that contains the key.
  `create function doom_picture_file() returns trigger language plpgsql as $$
begin
  update picture_file set doomed_date = now() where key = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$`,
  `create trigger picture_gone after delete on picture
    for each row execute function doom_picture_file('key')`,
  `create trigger profile_picture_gone after delete on users
    for each row when (old.image_key is not null) execute function doom_picture_file('image_key')`,
  `create trigger profile_picture_replaced after update of image_key on users
    for each row when (old.image_key is distinct from new.image_key) execute function doom_picture_file('image_key')`,
];
