/** What can be liked. The likes of a `post` are in `post_like`, which names it in `post_id`. */
export const likeables = ['post', 'comment'] as const;
type Likeable = (typeof likeables)[number];

/** How many of the newest likers `likers` holds: `mostLikers` of src/domain/feed/shown-likes.ts. */
export const copied = 100;

const isSuspended = `exists (select 1 from suspension su where su.user_id = l.user_id and (su.until is null or su.until > now()))`;

/** A function that returns the newest likers of an object, oldest like first, as far as a condition holds for the like `l`. */
const newestLikers = (name: string, kind: Likeable, condition: string) =>
  `create function ${name}(liked bigint) returns bigint[] language plpgsql stable as $$ begin
    return array(select n.user_id from (
      select l.id, l.user_id from ${kind}_like l where l.${kind}_id = liked and ${condition} order by l.id desc limit ${copied}
    ) n order by n.id);
  end $$`;

/** The functions that read and write the likes of one kind of objects. */
export function functionsOf(kind: Likeable): Record<string, string> {
  const table = `${kind}_like`;
  const object = `${kind}_id`;
  return {
    [`newest_${kind}_likers(bigint)`]: newestLikers(`newest_${kind}_likers`, kind, 'true'),
    // Without those who are suspended, for objects that are `withheld`.
    [`shown_${kind}_likers(bigint)`]: newestLikers(`shown_${kind}_likers`, kind, `not ${isSuspended}`),
    [`shown_${kind}_like_count(bigint, int)`]: `create function shown_${kind}_like_count(liked bigint, counted int)
      returns int language plpgsql stable as $$ begin
        return counted - (select count(*)::int from suspension su join ${table} l on l.user_id = su.user_id and l.${object} = liked
          where su.until is null or su.until > now());
      end $$`,
    // Each statement of a volatile function sees what others have committed until then, and so, once the object is locked,
    // all of its likes. A statement of its own would see those from before it waited for the lock.
    [`change_${kind}_like(bigint, bigint, text, boolean)`]: `create function change_${kind}_like(liked bigint, liker bigint,
      change text, allowed boolean) returns boolean language plpgsql as $$
      declare
        likes boolean := exists (select 1 from ${table} l where l.user_id = liker and l.${object} = liked);
      begin
        if likes and change <> 'like' then
          delete from ${table} l where l.user_id = liker and l.${object} = liked;
          return false;
        elsif not likes and change <> 'unlike' then
          if not allowed then
            return null;
          end if;
          insert into ${table} (user_id, ${object}) values (liker, liked);
          return true;
        end if;
        return likes;
      end $$`,
    // The ids are also compared with an array, so that a plan that was made for many objects does not scan all of them
    // when it is used again for one.
    [`count_${kind}_likes()`]: `create function count_${kind}_likes() returns trigger language plpgsql as $$ begin
        update ${kind} o set likers = newest_${kind}_likers(o.id),
          like_count = o.like_count + case tg_op when 'INSERT' then n.count else -n.count end
        from (select ${object} as id, count(*)::int as count from changed group by ${object}) n
        where o.id = n.id and o.id = any(array(select ${object} from changed));
        return null;
      end $$`,
    // During an upgrade, processes of the former version change the array alone.
    [`keep_${kind}_likes()`]: `create function keep_${kind}_likes() returns trigger language plpgsql as $$ begin
        delete from ${table} l where l.${object} = new.id and old.like_count <= ${copied}
          and l.user_id = any(old.likers) and l.user_id <> all(new.likers);
        insert into ${table} (user_id, ${object})
        select t.id, new.id from unnest(new.likers) with ordinality t(id, place) where t.id <> all(old.likers)
        order by t.place on conflict do nothing;
        return null;
      end $$`,
  };
}

/** The triggers of one kind of objects, by the table on which they are. */
export function triggersOf(kind: Likeable): string[] {
  const counting = (name: string, event: string, rows: string) =>
    `create trigger ${name} after ${event} on ${kind}_like referencing ${rows} as changed
     for each statement execute function count_${kind}_likes()`;
  return [
    counting(`${kind}_liked`, 'insert', 'new table'),
    counting(`${kind}_unliked`, 'delete', 'old table'),
    `create trigger keep_${kind}_likes after update of likers on ${kind} for each row
     when (pg_trigger_depth() = 0 and old.like_count = new.like_count and old.likers is distinct from new.likers)
     execute function keep_${kind}_likes()`,
  ];
}
