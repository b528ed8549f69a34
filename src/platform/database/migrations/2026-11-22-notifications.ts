import { Migration } from '@mikro-orm/migrations';
import { changeFunctions } from './initial/live-triggers.ts';
import { liveTrigger, withoutFunctions } from './live-functions.ts';

/** Of a row that is there already: nothing, or it happens again. */
export const once = 'do nothing';
const again = `do update set id = excluded.id, item_id = excluded.item_id, created_date = excluded.created_date,
  is_read = false`;

/**
 * Notifies users, and the log of live events of it. `rows` selects user_id, kind, subject_id, item_id and actor_id. Nobody
 * is notified of themselves, of people whom they have blocked or muted, and of kinds that they do not want, which are looked
 * up and not joined.
 */
export const notify = (rows: string, existing: string) => `
  with notified as (
    insert into notification (user_id, kind, subject_id, item_id, actor_id)
    select t.user_id, t.kind, t.subject_id, t.item_id, t.actor_id from (${rows}) t(user_id, kind, subject_id, item_id, actor_id)
    where t.user_id <> t.actor_id
      and (exists (select 1 from block b where b.user_id = t.user_id and b.blocked_id = t.actor_id) is not true)
      and (exists (select 1 from mute m where m.user_id = t.user_id and m.muted_id = t.actor_id) is not true)
      and (exists (
        select 1 from preferences f where f.id = t.user_id and t.kind = any(f.unwanted_notifications)) is not true)
    order by t.user_id
    on conflict (user_id, kind, subject_id, actor_id) where kind not in ('comment', 'comment_after_mine') ${existing}
    returning id, user_id
  )
  insert into live_event (kind, subject_id, user_id) select 'notification', id, user_id from notified order by id;`;

const liked = 'for each row when (cardinality(new.likers) > cardinality(old.likers))';
const newLikers = 'unnest(new.likers[cardinality(old.likers) + 1:]) l(id)';
/** Those who wrote one of the comments before the new one are notified, besides the author of the post. */
const commentsBefore = 50;
/** In conversations of more people, further messages change nothing until the notification of the first one is read. */
const fewMembers = 20;

/** Of likes, while they are an array; `2026-11-23-likes.ts` replaces them. */
export const likeTriggers = [
  ...liveTrigger(
    'notify_post_liked',
    `update of likers on post ${liked}`,
    notify(`select new.author_id, 'post_like', new.id, new.id, l.id from ${newLikers}`, once),
  ),
  ...liveTrigger(
    'notify_comment_liked',
    `update of likers on comment ${liked}`,
    notify(`select new.user_id, 'comment_like', new.id, new.id, l.id from ${newLikers}`, once),
  ),
];

export const notificationTriggers = [
  ...likeTriggers,
  ...liveTrigger(
    'notify_commented',
    'insert on comment for each row',
    notify(
      `select p.author_id, 'comment', new.post_id, new.id, new.user_id from post p where p.id = new.post_id
       union all
       select distinct c.user_id, 'comment_after_mine', new.post_id, new.id, new.user_id from (
         select o.user_id from comment o where o.post_id = new.post_id and o.id < new.id order by o.id desc
         limit ${commentsBefore}
       ) c where c.user_id <> (select p.author_id from post p where p.id = new.post_id)`,
      once,
    ),
  ),
  ...liveTrigger(
    'notify_written',
    'insert on message for each row when (new.user_id is not null)',
    notify(
      `select s.user_id, 'message', new.conversation_id, new.id, new.user_id from conversation_member s
       where s.conversation_id = new.conversation_id and ((
           select count(*) from conversation_member o where o.conversation_id = new.conversation_id
         ) <= ${fewMembers} or not exists (
           select 1 from notification u where u.user_id = s.user_id and u.kind = 'message'
             and u.subject_id = new.conversation_id and not u.is_read
         ))`,
      again,
    ),
  ),
  ...liveTrigger(
    'notify_requested',
    'insert on friendship for each row when (new.accepted_date is null)',
    notify(`select new.user2_id, 'friend_request', new.id, new.id, new.user1_id`, once),
  ),
  ...liveTrigger(
    'notify_befriended',
    'insert on friendship for each row when (new.accepted_date is not null)',
    notify(`select new.user1_id, 'friend_accepted', new.id, new.id, new.user2_id`, once),
  ),
  // Who accepts a request has read it.
  ...liveTrigger(
    'notify_accepted',
    'update on friendship for each row when (old.accepted_date is null and new.accepted_date is not null)',
    `update notification set is_read = true where user_id = new.user2_id and kind = 'friend_request'
       and subject_id = new.id and actor_id = new.user1_id;
     ${notify(`select new.user1_id, 'friend_accepted', new.id, new.id, new.user2_id`, once)}`,
  ),
  ...liveTrigger(
    'notify_sponsored',
    'insert on event_sponsor for each row',
    notify(
      `select ep.user_id, 'sponsor', new.participant_id, new.id, new.user_id from event_participant ep
       where ep.id = new.participant_id`,
      again,
    ),
  ),
];

/** Notifications, the texts of comments that change, and deleted messages. */
export class Notifications extends Migration {
  override up(): void {
    this.addSql(
      `create table "notification" ("id" bigserial primary key, "user_id" bigint not null, "kind" varchar(20) not null, "subject_id" bigint not null, "item_id" bigint not null, "actor_id" bigint not null, "created_date" timestamptz(6) not null default clock_timestamp(), "is_read" boolean not null default false)`,
    );
    this.addSql(`create index "notification_actor_id_index" on "notification" ("actor_id")`);
    this.addSql(`create index notification_of_user on notification (user_id, id)`);
    this.addSql(`create unique index notification_once on notification (user_id, kind, subject_id, actor_id)
        where kind not in ('comment', 'comment_after_mine')`);
    this.addSql(`alter table "preferences" add "unwanted_notifications" text[] not null default '{}'`);
    this.addSql(`alter table "message" add "is_deleted" boolean not null default false`);
    this.addSql(
      `alter table "notification" add constraint "notification_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_actor_id_foreign" foreign key ("actor_id") references "users" ("id") on delete cascade`,
    );
    for (const sql of notificationTriggers) this.addSql(sql);
    this.addSql(changeFunctions({ comment: ['withheld', 'comment'] }).comment);
  }

  override down(): void {
    this.addSql(changeFunctions({ comment: ['withheld'] }).comment);
    this.addSql(withoutFunctions(notificationTriggers));
    this.addSql(`drop table if exists "notification" cascade`);
    this.addSql(`alter table "message" drop column "is_deleted"`);
    this.addSql(`alter table "preferences" drop column "unwanted_notifications"`);
  }
}
