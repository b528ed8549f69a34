import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { globalId } from '../../../schema/global-id.ts';

/** An account that was written straight into the database, with a working key. */
export interface Account {
  id: number;
  /** The account's id in GraphQL. */
  globalId: string;
  key: string;
}

/** The key of an account: it has the form of real ones, and is the same in each run. */
function keyOf(id: number): string {
  return createHash('sha256').update(`attack ${id}`).digest('base64url');
}

/** Who does what: ranges of ids, first and last included. */
export const roles = {
  attackers: { first: 1, last: 40 },
  bystanders: { first: 41, last: 80 },
  victims: { first: 81, last: 90 },
  /** Four for each attack with long texts, which takes nearly all points of whoever reads them. */
  readers: { first: 91, last: 138 },
} as const;

/** How many people there are besides those with a role; they are found by searches. */
const crowd = 100_000;

/** Makes everybody. Everybody below the crowd has a key. */
export async function makePeople(client: Client): Promise<Account[]> {
  const named = roles.readers.last;
  await client.query(
    `insert into users (id, username, email, first_name, last_name, search_name, date_joined)
     select n, 'runner' || n, 'runner' || n || '@example.org', first, last, lower(first || ' ' || last), now() - interval '1 year'
     from (select n, (array['Anna','Berta','Carlo','Dario','Elena','Franco','Gerda','Hanna'])[1 + n % 8] as first,
       'Von' || chr(97 + n % 26) || chr(97 + n / 26 % 26) || 'mannstetten' || chr(97 + n / 676 % 26) as last
       from generate_series(1, $1) n) s`,
    [named + crowd],
  );
  await client.query('insert into preferences (id) select id from users');
  await client.query('insert into stats (id) select id from users');
  await client.query('insert into profile (id) select id from users');
  await client.query("select setval('users_id_seq', (select max(id) from users))");
  const accounts = Array.from({ length: named }, (_, n) => ({
    id: n + 1,
    globalId: globalId('User', n + 1),
    key: keyOf(n + 1),
  }));
  for (const { id, key } of accounts)
    await client.query("insert into api_key (user_id, key_hash, label) values ($1, $2, 'attack')", [
      id,
      createHash('sha256').update(key).digest(),
    ]);
  await client.query('vacuum analyze');
  return accounts;
}

/** Posts of one author, all in one place, as years of use would have made them. */
export async function makePosts(client: Client, author: number, count: number): Promise<void> {
  await client.query(
    `insert into post (author_id, body, privacy, created_date)
     select $1, 'Good run', 'public', now() - interval '1 minute' * n from generate_series(1, $2) n`,
    [author, count],
  );
}
