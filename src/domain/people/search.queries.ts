import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { onTerms, visibleTo } from '../rules/visibility.ts';
import { userColumns } from './user.queries.ts';
import type { UserRow } from './user.queries.ts';

/** A user with their place, by which people of one name are told apart. */
export interface FoundUser extends UserRow {
  locationName: string;
}

/** One hit of a page; a page without hits is one row with null ids, which still says how many there are in all. */
export type Hit = { total: number } & (FoundUser | { id: null });

/** Hits a search has at most: whoever has more looks for somebody with a longer name. */
const mostHits = 1000;
/** With this many hits as spelled, misspelled ones are not looked for. */
const enough = 20;
/** Trigrams that two spellings share at least, to be looked at; and to be taken for the same name. */
const threshold = { looked: 0.4, alike: 0.45 } as const;
/** Names that are looked at for misspellings, and found so, at most: what bounds the time of short words. */
const mostLooked = 2000;
const mostAlike = 100;

/** A name with a space before and after, so that words are told from parts of words: what the trigram index is of. */
const padded = (alias: string) => `(' ' || ${alias}.search_name || ' ')`;

/** All patterns fit; the first two are looked up in the index, where what few names share is found at once. */
function fitsAll(user: string, patterns: string): string {
  const name = padded(user);
  const second = `coalesce((${patterns})[2], '%')`;
  return `${name} like (${patterns})[1] and ${name} like ${second} and ${name} like all(${patterns})`;
}

/** Where a search looks: users `u`, and how to come by those whose name may be misspelled. */
interface Source {
  from: string;
  where: string;
  /** A query of id and search_name, from what the search reads from. */
  misspelled: (from: string) => string;
}

/** What shares enough trigrams with the name: `%>` reads the threshold when the scan begins, hence the left side. */
function sharingTrigrams(from: string, or = ''): string {
  return `select l.id, l.search_name
       from (select set_config('pg_trgm.word_similarity_threshold', '${threshold.looked}', true) as looked offset 0) t
       cross join lateral (
         select u.id, u.search_name ${from} (${padded('u')} %> (left(t.looked, 0) || $2)${or}) limit ${mostLooked}
       ) l`;
}

/** Letters swapped or one too many leave few trigrams of a short name: those spellings are asked for one by one. */
function spelledLike(from: string): string {
  return `select l.id, l.search_name from unnest($6::text[]) s(slip) cross join lateral (
         select u.id, u.search_name ${from} ${padded('u')} like s.slip limit ${mostAlike}
       ) l where position('_' in s.slip) = 0`;
}

/**
 * A search among the users `u` that `source` gives: `$1` viewer, then `SearchWords`: `$2` name, `$3` prefixes, `$4`
 * whole, `$5` others, `$6` slips, `$7` whole slips; `$8` limit, `$9` offset. Whole words come before
 * words begun, then one slip, then, when nothing is spelled like that, names that look alike. Every branch asks the
 * trigram index `users_search_name` and reads up to its limit; whole words are looked for on their own only when more
 * begin so than are read, misspelled names only when the others found little.
 */
function search(source: Source, activity: string): string {
  const from = `from ${source.from} where ${source.where} and`;
  return `with begun as materialized (
     select u.id, u.search_name ${from} ${fitsAll('u', '$3::text[]')} limit ${mostHits}
   ), more as materialized (
     select u.id, u.search_name ${from} (select count(*) from begun) = ${mostHits}
       and ${fitsAll('u', '$4::text[]')}
     limit ${mostHits}
   ), spelled as materialized (
     select id, search_name, case when search_name = $2 then 1 when ${padded('s')} like all($4::text[]) then 2 else 3 end as tier
     from (select * from begun union select * from more) s
  ), looked as materialized (
     select distinct c.id, c.search_name, word_similarity($2, c.search_name) as likeness,
       case when not ${padded('c')} like all($5::text[]) then 6 when ${padded('c')} like any($7::text[]) then 4
         when ${padded('c')} like any($6::text[]) then 5 else 6 end as tier
     from (
       ${source.misspelled(from)}
     ) c
     where cardinality($6::text[]) > 0 and (select count(*) from spelled) < ${enough}
   ), alike as (
     select id, search_name, tier, likeness from looked
     where id not in (select id from spelled)
       and (tier < 6 or likeness >= ${threshold.alike} and not exists (select 1 from spelled))
     order by tier, likeness desc limit ${mostAlike}
   ), hits as materialized (
     select h.id, row_number() over (order by ${activity} h.tier, h.likeness desc, h.search_name, h.id) as place
     from (
       select id, search_name, tier, case when search_name like $2 || '%' then 1 else 0 end as likeness from spelled
       union all select id, search_name, tier, likeness from alike
     ) h
     order by place limit ${mostHits}
   )
   select (select count(*) from hits) as total, ${userColumns('u')}, f.location_name as "locationName"
   from (select 1) one left join (
     select id, place from hits where place > $9::int and place <= $9::int + $8::int
   ) page on true left join users u on u.id = page.id left join profile f on f.id = page.id order by page.place`;
}

/** Among everyone on terms with the viewer. */
export const searchUsersStatement: Statement<Hit> = statement(
  'search_users',
  search(
    {
      from: 'users u',
      where: onTerms('$1', 'u.id'),
      misspelled: (from) => `${sharingTrigrams(from)} union all ${spelledLike(from)}`,
    },
    '',
  ),
  onTerms,
);

const friends = {
  from: 'friend_edge fe join users u on u.id = fe.friend_id',
  where: `fe.user_id = $10::bigint and ${onTerms('$1', 'u.id')} and ${onTerms('$1', 'fe.user_id')}`,
  // All of a user's friends are read anyway.
  misspelled: (from: string) => sharingTrigrams(from, ` or ${padded('u')} like any($6::text[])`),
};

/** Among the friends of user `$10`. */
export const searchFriendsStatement: Statement<Hit> = statement('search_friends', search(friends, ''), onTerms);

/** Posts of the last 28 days before `$11` that the viewer may see, of the latest 100; more is very active anyway. */
const recentPosts = `(select count(*) from (
    select p.created_date from post p where p.author_id = h.id and ${visibleTo('$1', 'p.author_id', 'p.privacy')}
    order by p.id desc limit 100
  ) latest where latest.created_date > $11::timestamptz - interval '28 days') desc,`;

/** The same, the most active first. */
export const searchActiveFriendsStatement: Statement<Hit> = statement(
  'search_active_friends',
  search(friends, recentPosts),
  onTerms,
  visibleTo,
);
