import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { onTerms, visibleTo } from '../rules/visibility.ts';
import { userColumns } from './user.queries.ts';
import type { UserRow } from './user.queries.ts';

/** A user with the place, which distinguishes users with the same name. */
export interface FoundUser extends UserRow {
  locationName: string;
}

/**
 * One result of a page. A page without results is one row with null ids, which contains the total number. From `counted` on, it
 * may be smaller than the number of all results, but is larger than the end of the page if there are more.
 */
export type Hit = { total: number } & (FoundUser | { id: null });

/** The largest number of results of a search. With more, a longer name has to be searched. */
export const mostHits = 1000;
/**
 * Results of a search with one word are counted up to this number, and further ones only as far as pages are read, unless
 * all are counted.
 */
export const counted = 40;
/** With this many exact results, misspelled names are not searched. */
export const enough = 20;
/** The smallest similarity of trigrams at which a name is compared, and at which it counts as a match. */
const threshold = { looked: 0.4, alike: 0.45 } as const;
/**
 * The largest number of names that are compared for misspellings, and of results among them. It bounds the time for
 * short words.
 */
const mostLooked = 2000;
const mostAlike = 100;

/**
 * A name with a space before and after it, so that whole words can be distinguished from parts of words. The trigram
 * index contains this expression.
 */
const padded = (alias: string) => `(' ' || ${alias}.search_name || ' ')`;

/** All patterns have to match. The first two are searched in the index, where rare words are found fast. */
function fitsAll(user: string, patterns: string): string {
  const name = padded(user);
  const second = `coalesce((${patterns})[2], '%')`;
  return `${name} like (${patterns})[1] and ${name} like ${second} and ${name} like all(${patterns})`;
}

/** The users `u` among whom a search is made, and the source of names that may be misspelled. */
interface Source {
  from: string;
  where: string;
  /** A query that returns id and search_name from the source of the search. */
  misspelled: (from: string) => string;
}

/**
 * Names that share enough trigrams with the query. `%>` reads its threshold when the scan begins, which is why the left
 * side is needed.
 */
function sharingTrigrams(from: string, or = ''): string {
  return `select l.id, l.search_name
       from (select set_config('pg_trgm.word_similarity_threshold', '${threshold.looked}', true) as looked offset 0) t
       cross join lateral (
         select u.id, u.search_name ${from} (${padded('u')} %> (left(t.looked, 0) || $2)${or}) limit ${mostLooked}
       ) l`;
}

/** Swapped or added letters change most trigrams of a short name, so those spellings are searched individually. */
function spelledLike(from: string): string {
  return `select l.id, l.search_name from unnest($9::text[]) s(slip) cross join lateral (
         select u.id, u.search_name ${from} ${padded('u')} like s.slip limit ${mostAlike}
       ) l where position('_' in s.slip) = 0`;
}

const inOrder = (name: string) => `(${name} collate "C")`;
/** The last word of a name, as its index contains it. */
const lastWord = (name: string) => `(split_part(${name}, ' ', -1) collate "C")`;

/**
 * The names of some branches with their ranks: `tier` is 1 for the name itself, 2 for whole words, and 3 for beginnings of
 * words. Among those, `likeness` is 2 where the name begins with the query, 1 where its last word does, and 0 elsewhere.
 */
function ranked(branches: readonly string[]): string {
  const start = `$2 || case when t.tier = 3 then '' else ' ' end`;
  return `spelled as materialized (
     select s.id, s.search_name, t.tier, case when starts_with(s.search_name || ' ', ${start}) then 2
       when starts_with(${lastWord('s.search_name')} || ' ', ${start}) then 1 else 0 end as likeness
     from (${branches.map((branch) => `select * from ${branch}`).join(' union ')}) s cross join lateral (
       select case when s.search_name = $2 then 1 when ${padded('s')} like all($4::text[]) then 2 else 3 end as tier
     ) t
  )`;
}

/** Names whose words begin with the words of the query, in any order. */
function anywhere(from: string): string {
  return `begun as materialized (
     select u.id, u.search_name ${from} ${fitsAll('u', '$3::text[]')} limit ${mostHits}
   ), more as materialized (
     select u.id, u.search_name ${from} (select count(*) from begun) = ${mostHits}
       and ${fitsAll('u', '$4::text[]')}
     limit ${mostHits}
   )`;
}

/** The names that are spelled as the query. */
function spelled(from: string): string {
  return `${anywhere(from)}, ${ranked(['begun', 'more'])}`;
}

/**
 * Users found by a query of one word, `$2`: `first` are names that begin with it, `last` those whose last word does. They are
 * read in the order of the results, and no further than the page and what is counted, however many users there are. Only names
 * of three and more words are searched in `anywhere`. With `$8`, all are counted.
 */
function spelledInOneWord(from: string): string {
  const name = 'u.search_name';
  const read = `case when $8 then ${mostHits} else least(greatest($5::int + $6::int + 1, ${counted}), ${mostHits}) end`;
  // No character comes after U+10FFFF.
  const begins = (text: string) => `${text} >= $2 and ${text} < $2 || chr(1114111)`;
  return `first as materialized (
     select u.id, ${name} ${from} ${begins(inOrder(name))} order by ${inOrder(name)}, u.id limit ${read}
   ), last as materialized (
     select u.id, ${name} ${from} ${begins(lastWord(name))}
     order by ${lastWord(name)}, ${inOrder(name)}, u.id limit ${read}
   ), ${anywhere(`${from} ${name} like '% % %' and`)}, ${ranked(['first', 'last', 'begun', 'more'])}`;
}

/** Names that differ from the query by a misspelling, or look similar, unless `spelled` are enough. */
function misspelled({ misspelled: like }: Source, from: string): string {
  return `looked as materialized (
     select distinct c.id, c.search_name, word_similarity($2, c.search_name) as likeness,
       case when not ${padded('c')} like all($8::text[]) then 6 when ${padded('c')} like any($10::text[]) then 4
         when ${padded('c')} like any($9::text[]) then 5 else 6 end as tier
     from (
       ${like(from)}
     ) c
     where cardinality($9::text[]) > 0 and (select count(*) from spelled) < ${enough}
   ), alike as (
     select id, search_name, tier, likeness from looked
     where id not in (select id from spelled)
       and (tier < 6 or likeness >= ${threshold.alike} and not exists (select 1 from spelled))
     order by tier, likeness desc limit ${mostAlike}
   )`;
}

/** How a search is made. */
interface Kind {
  /** What reads the names that are spelled as the query. */
  words?: (from: string) => string;
  misspellings?: boolean;
  /** An expression by which results are ordered first, with a comma at its end. */
  activity?: string;
}

/** Names that contain the query as it was typed come before those that have other signs between the same letters. */
const isTyped = `case when $7::text is null then 0 else (select
         -sign(position(lower($7) in lower(t.first_name || ' ' || t.last_name))) from users t where t.id = h.id) end,`;

/**
 * A search among the users `u` of `source`: `$1` is the viewer, followed by words of `SearchWords`: `$2` the name, `$3`
 * prefixes, `$4` whole words; `$5` is the limit, `$6` the offset, and `$7` the query as it was typed. With misspellings, `$8` are
 * the other words, `$9` misspellings, and `$10` whole misspellings. Whole words come before beginnings of words, then misspellings by one letter, and then,
 * if nothing else matches, names that look similar. Except for `first` and `last`, every branch uses a trigram index and reads up to
 * its limit. Whole words are searched separately only when there are more beginnings of words than are read, and misspelled
 * names only when the others have found few results.
 */
function search(source: Source, { words = spelled, misspellings = false, activity = '' }: Kind = {}): string {
  const from = `from ${source.from} where ${source.where} and`;
  return `with ${words(from)}${misspellings ? `, ${misspelled(source, from)}` : ''}, hits as materialized (
     select h.id, row_number() over (
       order by ${activity} ${isTyped} h.tier, h.likeness desc, case when h.likeness = 1 then ${lastWord('h.search_name')} end,
         ${inOrder('h.search_name')}, h.id
     ) as position
     from (
       select id, search_name, tier, likeness from spelled
       ${misspellings ? 'union all select id, search_name, tier, likeness from alike' : ''}
     ) h
   )
   select (select least(count(*), ${mostHits}) from hits) as total, ${userColumns('u')}, f.location_name as "locationName"
   from (select 1) one left join (
     select id, position from hits where position > $6::int and position <= least($6::int + $5::int, ${mostHits})
   ) page on true left join users u on u.id = page.id left join profile f on f.id = page.id order by page.position`;
}

/** The users who are not separated from the viewer by a block. */
const users: Source = {
  from: 'users u',
  where: onTerms('$1', 'u.id'),
  misspelled: (from) => `${sharingTrigrams(from)} union all ${spelledLike(from)}`,
};

/**
 * Without misspellings, which most searches do not need: a statement that contains them takes longer to begin. If it finds fewer
 * than `enough`, the search is repeated with them.
 */
export const spelledUsersStatement: Statement<Hit> = statement.read('search_users', search(users), onTerms);
export const usersByWordStatement: Statement<Hit> = statement.read(
  'search_users_by_word',
  search(users, { words: spelledInOneWord }),
  onTerms,
);
export const searchUsersStatement: Statement<Hit> = statement.read(
  'search_misspelled_users',
  search(users, { misspellings: true }),
  onTerms,
);

const friends = {
  from: 'friend_edge fe join users u on u.id = fe.friend_id',
  where: `fe.user_id = $11::bigint and ${onTerms('$1', 'u.id')} and ${onTerms('$1', 'fe.user_id')}`,
  // All friends of a user are read in any case.
  misspelled: (from: string) => sharingTrigrams(from, ` or ${padded('u')} like any($9::text[])`),
};

/** The friends of user `$11`. */
export const searchFriendsStatement: Statement<Hit> = statement.read(
  'search_friends',
  search(friends, { misspellings: true }),
  onTerms,
);

/**
 * The number of posts of the 28 days before `$12` that the viewer may see, among the latest 100. More make no
 * difference.
 */
const recentPosts = `(select count(*) from (
    select p.created_date from post p where p.author_id = h.id and ${visibleTo('$1', 'p')}
    order by p.id desc limit 100
  ) latest where latest.created_date > $12::timestamptz - interval '28 days') desc,`;

/** Friends found by name, with the most active users first. */
export const searchActiveFriendsStatement: Statement<Hit> = statement.read(
  'search_active_friends',
  search(friends, { misspellings: true, activity: recentPosts }),
  onTerms,
  visibleTo,
);
