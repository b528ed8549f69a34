import { Migration } from '@mikro-orm/migrations';
import { changeFunctions } from './initial/live-triggers.ts';

const suspended = (user: string) =>
  `exists (select 1 from suspension su where su.user_id = ${user} and (su.until is null or su.until > now()))`;

/** What posts and comments show of which someone who was suspended has left likes or comments below. */
const shown = [
  `create function shown_likers(likers bigint[]) returns bigint[] language plpgsql stable as $$ begin
    return array(select l.id from unnest(likers) with ordinality l(id, place) where not ${suspended('l.id')} order by l.place);
  end $$`,
  `create function shown_comments(post bigint) returns int language plpgsql stable as $$ begin
    return (select count(*)::int from comment k where k.post_id = post and not k.is_hidden and not ${suspended('k.user_id')});
  end $$`,
];

/** Reports, what staff do about them, mutes and suspensions. */
export class Safety extends Migration {
  override up(): void {
    this.addSql(
      `create table "suspension" ("user_id" bigint not null, "until" timestamptz(6) null, "created_date" timestamptz(6) not null default now(), primary key ("user_id"))`,
    );
    this.addSql(`create index suspension_until on suspension (until) where until is not null`);
    this.addSql(
      `create table "mute" ("user_id" bigint not null, "muted_id" bigint not null, "created_date" timestamptz(6) not null default now(), primary key ("user_id", "muted_id"))`,
    );
    this.addSql(`create index "mute_muted_id_index" on "mute" ("muted_id")`);
    this.addSql(
      `create table "moderation_case" ("id" bigserial primary key, "kind" varchar(8) not null, "subject_id" bigint not null, "person_id" bigint not null, "status" varchar(9) not null default 'open', "report_count" int not null default 0, "reported_date" timestamptz(6) not null default now())`,
    );
    this.addSql(`create index "moderation_case_person_id_index" on "moderation_case" ("person_id")`);
    this.addSql(`create unique index moderation_case_subject on moderation_case (kind, subject_id)`);
    this.addSql(`create index "moderation_case_queue" on "moderation_case" ("status", "id")`);
    this.addSql(
      `create table "moderation_act" ("id" bigserial primary key, "staff_id" bigint null, "action" varchar(9) not null, "kind" varchar(8) not null, "subject_id" bigint not null, "person_id" bigint null, "note" varchar(1000) not null default '', "until" timestamptz(6) null, "created_date" timestamptz(6) not null default now())`,
    );
    this.addSql(`create index "moderation_act_staff_id_index" on "moderation_act" ("staff_id")`);
    this.addSql(`create index "moderation_act_person_id_index" on "moderation_act" ("person_id")`);
    this.addSql(
      `create table "abuse_report" ("id" bigserial primary key, "case_id" bigint not null, "reporter_id" bigint null, "reason" varchar(13) not null, "text" text not null default '', "snapshot" jsonb not null, "created_date" timestamptz(6) not null default now())`,
    );
    this.addSql(`create index "abuse_report_reporter_id_index" on "abuse_report" ("reporter_id")`);
    this.addSql(`create unique index abuse_report_once on abuse_report (case_id, reporter_id)`);
    this.addSql(`alter table "message" add "is_hidden" boolean not null default false`);
    this.addSql(`alter table "workout" add "hidden_privacy" varchar(7) null`);
    this.addSql(
      `alter table "workout" add constraint "workout_hidden" check (hidden_privacy is null or privacy = 'private')`,
    );
    this.addSql(`alter table "route" add "hidden_privacy" varchar(7) null`);
    this.addSql(
      `alter table "route" add constraint "route_hidden" check (hidden_privacy is null or privacy = 'private')`,
    );
    this.addSql(
      `alter table "post" add "hidden_privacy" varchar(7) null, add "withheld" boolean not null default false`,
    );
    this.addSql(`create index post_withheld on post (id) where withheld`);
    this.addSql(
      `alter table "post" add constraint "post_hidden" check (hidden_privacy is null or privacy = 'private')`,
    );
    this.addSql(`alter table "picture" add "is_hidden" boolean not null default false`);
    this.addSql(
      `alter table "comment" add "withheld" boolean not null default false, add "is_hidden" boolean not null default false`,
    );
    this.addSql(`create index comment_withheld on comment (id) where withheld`);
    this.addSql(
      `alter table "suspension" add constraint "suspension_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "mute" add constraint "mute_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "mute" add constraint "mute_muted_id_foreign" foreign key ("muted_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "moderation_case" add constraint "moderation_case_person_id_foreign" foreign key ("person_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "moderation_act" add constraint "moderation_act_staff_id_foreign" foreign key ("staff_id") references "users" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "moderation_act" add constraint "moderation_act_person_id_foreign" foreign key ("person_id") references "users" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "abuse_report" add constraint "abuse_report_case_id_foreign" foreign key ("case_id") references "moderation_case" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "abuse_report" add constraint "abuse_report_reporter_id_foreign" foreign key ("reporter_id") references "users" ("id") on delete set null`,
    );
    const { post, comment, picture } = changeFunctions({
      post: ['withheld'],
      comment: ['withheld'],
      picture: ['is_hidden'],
    });
    for (const sql of [post, comment, picture]) this.addSql(sql);
    for (const sql of shown) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop function shown_likers, shown_comments');
    for (const sql of Object.values(changeFunctions())) this.addSql(sql);
    this.addSql(`alter table "abuse_report" drop constraint "abuse_report_case_id_foreign"`);
    this.addSql(`drop table if exists "suspension" cascade`);
    this.addSql(`drop table if exists "mute" cascade`);
    this.addSql(`drop table if exists "moderation_case" cascade`);
    this.addSql(`drop table if exists "moderation_act" cascade`);
    this.addSql(`drop table if exists "abuse_report" cascade`);
    this.addSql(`drop index "comment_withheld"`);
    this.addSql(`alter table "comment" drop column "withheld", drop column "is_hidden"`);
    this.addSql(`alter table "message" drop column "is_hidden"`);
    this.addSql(`alter table "picture" drop column "is_hidden"`);
    this.addSql(`drop index "post_withheld"`);
    this.addSql(`alter table "post" drop constraint "post_hidden"`);
    this.addSql(`alter table "post" drop column "hidden_privacy", drop column "withheld"`);
    this.addSql(`alter table "route" drop constraint "route_hidden"`);
    this.addSql(`alter table "route" drop column "hidden_privacy"`);
    this.addSql(`alter table "workout" drop constraint "workout_hidden"`);
    this.addSql(`alter table "workout" drop column "hidden_privacy"`);
  }
}
