import type { Client } from 'pg';
import { randomNumbers } from './make-track.ts';
import type { Reader } from './requests.ts';
import { discussed } from './roles.ts';
import type { Role } from './roles.ts';

/** The users and posts that the requests are about. */
export interface Cast {
  readers: Readonly<Record<Role, readonly Reader[]>>;
  /** All of `typical` and `anybody`, nearly 100,000: a service has many people, and few of them are in its caches. */
  everybody: readonly Reader[];
  /** Public posts from all times. */
  posts: readonly number[];
  /** Users at random. */
  users: readonly number[];
  /** Public posts with a long discussion. */
  discussed: readonly number[];
  /** Users with at least 20 public workouts. */
  busy: readonly number[];
  /** A conversation of each typical reader, in the order of the readers. */
  conversations: readonly number[];
  lastPost: number;
  /** The same numbers between 0 and 1 in every run. */
  random: () => number;
}

const readers = `
  select substr(k.label, 7) as role, u.id::int, u.username from api_key k join users u on u.id = k.user_id
  where k.label like 'bench %' order by sha256(k.key_hash)`;
const renewKeys = `update api_key set key_hash = sha256(convert_to(rpad('bench-key-' || user_id, 43, '-'), 'UTF8'))
  where label like 'bench %'`;
const posts = `select id::int from post where id = any($1) and privacy = 'public' order by id`;
const longDiscussions = `select id::int from post where id % ${discussed.every} = 0 and privacy = 'public' order by id`;
const oneConversation = `
  select min(s.conversation_id)::int as id from unnest($1::int[]) with ordinality r(id, place) join conversation_member s on s.user_id = r.id
  group by r.place order by r.place`;
const busy = `
  select user_id::int as id from workout where privacy = 'public' and user_id <> all($1)
  group by user_id having count(*) >= 20 order by md5(user_id::text) limit 1000`;

/** Reads the cast from a seeded database. @throws Error when there is none */
export async function readCast(client: Client): Promise<Cast> {
  const random = randomNumbers(7);
  const ids = async (sql: string, values: unknown[]) =>
    (await client.query<{ id: number }>(sql, values)).rows.map(({ id }) => id);
  // Databases that were seeded when keys had another form.
  await client.query(renewKeys);
  const cast: Record<Role, Reader[]> = { typical: [], anybody: [], crowd: [], few: [], alone: [], recorder: [] };
  for (const { role, ...reader } of (await client.query<Reader & { role: Role }>(readers)).rows)
    cast[role].push(reader);
  if (cast.typical.length === 0) throw new Error('the database has no benchmark data: run npm run bench:seed');
  const [last = 0] = await ids('select max(id)::int as id from post', []);
  const [users = 0] = await ids('select max(id)::int as id from users', []);
  const some = (count: number, most: number) => Array.from({ length: count }, () => 1 + Math.floor(random() * most));
  return {
    readers: cast,
    everybody: [...cast.typical, ...cast.anybody],
    posts: await ids(posts, [some(100_000, last)]),
    users: some(100_000, users),
    busy: await ids(busy, [cast.recorder.map(({ id }) => id)]),
    discussed: await ids(longDiscussions, []),
    conversations: await ids(oneConversation, [cast.typical.map(({ id }) => id)]),
    lastPost: last,
    random,
  };
}
