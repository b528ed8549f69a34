import { cityCount, cityRows, wordsOf } from './places.ts';
import { firstOrdinary, roles, typicalReaders, unread } from './roles.ts';
import { settings } from './settings.ts';

const { users, friends } = settings;
const ordinary = users - firstOrdinary + 1;
const pick = (words: string) => `(${words})[1 + floor(random() * array_length(${words}, 1))::int]`;

/** Users with what belongs to each of them. */
export const people: ReadonlyArray<readonly [name: string, sql: string]> = [
  [
    'users',
    `insert into users (id, username, email, first_name, last_name, search_name, date_joined, is_featured)
     select n, 'runner' || n, 'runner' || n || '@example.org', first, last, lower(first || ' ' || last),
       now() - interval '3 years' * (1 - n / ${users}::float8), n % 5000 = 500
     from (select n, ${pick(wordsOf('first'))} as first, ${pick(wordsOf('lastStart'))} || ${pick(wordsOf('lastEnd'))} as last
       from generate_series(1, ${users}) n offset 0) s order by n`,
  ],
  ['preferences', 'insert into preferences (id) select id from users order by id'],
  ['stats', 'insert into stats (id) select id from users order by id'],
  [
    'profiles',
    `insert into profile (id, birth_date, gender, weight, location_name, location_lat, location_lng)
     select s.id, date '1950-01-01' + floor(s.age * 18000)::int, ${pick("array['M','F','']")}, 100 + floor(random() * 120),
       coalesce(city.name, ''), city.lat + (random() + random() - 1) * 0.3, city.lng + (random() + random() - 1) * 0.3
     from (select id, random() as age, floor(power(random(), 1.7) * ${cityCount} * 1.1)::int as n from users offset 0) s
     left join ${cityRows} on city.n = s.n order by s.id`,
  ],
];

const crowdFriends = Math.min(roles.crowd.friends, Math.floor(ordinary / 2));

/** `count` random ordinary friends for each user of a range; the mention of `c` makes each draw its own. */
const drawn = ({ first, last }: { first: number; last: number }, count: number) =>
  `select u, c from generate_series(${first}, ${last}) c cross join lateral
   (select u from generate_series(${firstOrdinary} + c * 0, ${users}) u order by random() limit ${count}) f`;

/**
 * Friendships: the roles' exactly, the others' by pairing places at random, where each user has as many places as they
 * want friends (Pareto with exponent 1.5, average BENCH_FRIENDS, at most 1,000).
 */
export const friendships: ReadonlyArray<readonly [name: string, sql: string]> = [
  [
    'friend places',
    `create temp table place as
     select u, row_number() over (order by random()) as n from (
       select u, generate_series(1, least(${crowdFriends}, greatest(1,
         round(want * ${friends} / avg(least(want, ${crowdFriends / (friends / 3)})) over ())::int))) from (
         select u, power(1 - random(), -1 / 1.5) as want from generate_series(${firstOrdinary}, ${users}) u offset 0) w) s`,
  ],
  [
    'pairs',
    `create temp table pair as
     select least(x.u, y.u) as a, greatest(x.u, y.u) as b from place x join place y on y.n = x.n + 1
     where x.n % 2 = 1 and x.u <> y.u group by 1, 2
     union all select c, u from (${drawn(roles.crowd, crowdFriends)}) d
     union all select c, u from (${drawn(roles.few, roles.few.friends)}) d`,
  ],
  [
    'friendships',
    `insert into friendship (user1_id, user2_id, created_date, accepted_date)
     select case when turned then b else a end, case when turned then a else b end, at, at + interval '5 hours'
     from (select a, b, random() < 0.5 as turned, now() - interval '2 years' * random() as at from pair offset 0) s
     order by at`,
  ],
  [
    'friend edges',
    `insert into friend_edge (user_id, friend_id)
     select case when way then user1_id else user2_id end, case when way then user2_id else user1_id end
     from friendship cross join (values (true), (false)) w(way) order by id`,
  ],
  [
    'friend requests',
    `insert into friendship (user1_id, user2_id)
     select a, b from (
       select distinct on (least(a, b), greatest(a, b)) a, b from (
         select ${firstOrdinary} + floor(random() * ${ordinary})::int as a, ${firstOrdinary} + floor(random() * ${ordinary})::int as b
         from generate_series(1, ${Math.ceil(users / 20)}) offset 0) s where a <> b) r
     where not exists (select 1 from pair p where p.a = least(r.a, r.b) and p.b = greatest(r.a, r.b))`,
  ],
];

const labelled = Object.entries(roles)
  .map(([role, { first, last }]) => `select id, 'bench ${role}' from users where id between ${first} and ${last}`)
  .join(' union all ');

const lastReader = Math.floor(users * (1 - unread));

/** A key for every role, for ordinary readers with about the average number of friends, and for nearly everybody else. */
export const keys: ReadonlyArray<readonly [name: string, sql: string]> = [
  [
    'keys',
    `insert into api_key (user_id, key_hash, label)
     select id, sha256(convert_to(rpad('bench-key-' || id, 43, '-'), 'UTF8')), label from (${labelled} union all (
       select user_id, 'bench typical' from friend_edge where user_id >= ${firstOrdinary} group by user_id
       having abs(count(*) - ${friends}) <= greatest(2, ${friends} / 10) order by random() limit ${typicalReaders})) k(id, label)`,
  ],
  [
    'further keys',
    `insert into api_key (user_id, key_hash, label)
     select id, sha256(convert_to(rpad('bench-key-' || id, 43, '-'), 'UTF8')), 'bench anybody'
     from users where id between ${firstOrdinary} and ${lastReader} and id not in (select user_id from api_key)`,
  ],
  // Nobody who reads in the benchmark is blocked.
  [
    'blocks',
    `insert into block (user_id, blocked_id)
     select distinct a, b from (
       select ${firstOrdinary} + floor(random() * ${ordinary})::int as a, ${lastReader} + 1 + floor(random() * ${users - lastReader})::int as b
       from generate_series(1, ${Math.ceil(users / 50)}) offset 0) s
     where a <> b and b > ${lastReader} and b not in (select user_id from api_key)`,
  ],
];
