import { Migration } from '@mikro-orm/migrations';
import { likeTriggers, notify, once } from './2026-11-22-notifications.ts';
import { changeFunctions } from './initial/live-triggers.ts';
import { liveTrigger, withoutFunctions } from './live-functions.ts';
import { copied, functionsOf, likeables, triggersOf } from './likes/like-functions.ts';

/** Likes become rows, in the order of the array. */
const rows = likeables.map(
  (kind) => `insert into ${kind}_like (user_id, ${kind}_id)
   select u.id, o.id from ${kind} o cross join unnest(o.likers) with ordinality l(id, place) join users u on u.id = l.id
   order by o.id, l.place on conflict do nothing`,
);

/** The number of the rows, and the array of the newest ones. */
const counts = likeables.map(
  (kind) => `update ${kind} o set like_count = n.count, likers = n.likers from (
     select ${kind}_id as id, count(*)::int as count,
       (array_agg(user_id order by id))[greatest(count(*)::int - ${copied}, 0) + 1:] as likers
     from ${kind}_like group by ${kind}_id
   ) n where o.id = n.id`,
);

/** The author of an object is notified of each like. */
export const likeRowTriggers = [
  ...liveTrigger(
    'notify_post_liked',
    'insert on post_like for each row',
    notify(`select o.author_id, 'post_like', o.id, o.id, new.user_id from post o where o.id = new.post_id`, once),
  ),
  ...liveTrigger(
    'notify_comment_liked',
    'insert on comment_like for each row',
    notify(
      `select o.user_id, 'comment_like', o.id, o.id, new.user_id from comment o where o.id = new.comment_id`,
      once,
    ),
  ),
];
const noNotifying = withoutFunctions(likeRowTriggers);

/** What the functions that tell of changes compare besides. */
const before = { post: ['withheld'], comment: ['withheld', 'comment'], picture: ['is_hidden'] };
export const published = {
  ...before,
  post: [...before.post, 'like_count'],
  comment: [...before.comment, 'like_count'],
};

/**
 * Likes as rows with a count (decisions D411). The former version goes on working: it reads the array with `shown_likers`, and
 * what it writes to the array becomes rows.
 */
export class Likes extends Migration {
  override up(): void {
    // Nobody writes from here on, and nobody reads from the first added column on, until the commit.
    this.addSql('lock table post, comment in share row exclusive mode');
    this.addSql(
      `create table "post_like" ("user_id" bigint not null, "post_id" bigint not null, "id" bigserial not null, primary key ("user_id", "post_id"))`,
    );
    this.addSql(
      `create table "comment_like" ("user_id" bigint not null, "comment_id" bigint not null, "id" bigserial not null, primary key ("user_id", "comment_id"))`,
    );
    for (const sql of rows) this.addSql(sql);
    this.addSql(`create index post_like_of_post on post_like (post_id, id) include (user_id)`);
    this.addSql(`create index comment_like_of_comment on comment_like (comment_id, id) include (user_id)`);
    for (const [table, column, other] of [
      ['post_like', 'user_id', 'users'],
      ['post_like', 'post_id', 'post'],
      ['comment_like', 'user_id', 'users'],
      ['comment_like', 'comment_id', 'comment'],
    ])
      this.addSql(
        `alter table "${table}" add constraint "${table}_${column}_foreign" foreign key ("${column}") references "${other}" ("id") on update cascade on delete cascade`,
      );
    this.addSql(`alter table "post" add "like_count" int not null default 0`);
    this.addSql(`alter table "comment" add "like_count" int not null default 0`);
    for (const sql of counts) this.addSql(sql);
    for (const kind of likeables) for (const sql of Object.values(functionsOf(kind))) this.addSql(sql);
    for (const sql of [
      noNotifying,
      ...likeRowTriggers,
      ...likeables.flatMap(triggersOf),
      ...Object.values(changeFunctions(published)),
    ])
      this.addSql(sql);
  }

  override down(): void {
    for (const sql of Object.values(changeFunctions(before))) this.addSql(sql);
    for (const kind of likeables) {
      const names = Object.keys(functionsOf(kind));
      this.addSql(`drop function ${names.filter((name) => name.endsWith('_likes()')).join(', ')} cascade`);
      this.addSql(
        `update ${kind} o set likers = array(select l.user_id from ${kind}_like l where l.${kind}_id = o.id order by l.id)
         where o.like_count > ${copied}`,
      );
      this.addSql(`drop function ${names.filter((name) => !name.endsWith('_likes()')).join(', ')}`);
    }
    for (const sql of [noNotifying, ...likeTriggers]) this.addSql(sql);
    this.addSql(`drop table if exists "post_like" cascade`);
    this.addSql(`drop table if exists "comment_like" cascade`);
    this.addSql(`alter table "comment" drop column "like_count"`);
    this.addSql(`alter table "post" drop column "like_count"`);
  }
}
