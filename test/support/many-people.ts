import type { Person } from './cast.ts';
import type { TestService } from './service.ts';

/**
 * Makes so many people by SQL, each with a key of their own: sign-ups take long, as hashing a password is meant to. They
 * have no password.
 * @param lastName tells one crowd from another
 */
export async function manyPeople(service: TestService, count: number, lastName: string): Promise<Person[]> {
  const prefix = lastName.toLowerCase();
  const made = await service.sql(
    `with u as (
       insert into users (username, email, first_name, last_name, search_name)
       select ? || n, ? || n || '@example.org', 'N' || n, ?, 'n' || n || ' ' || ? from generate_series(1, ?::int) n
       returning id, username, email, first_name
     ), keys as (insert into api_key (user_id, key_hash) select id, sha256(rpad('key-' || username, 43, '-')::bytea) from u),
       one as (insert into preferences (id) select id from u),
       two as (insert into profile (id) select id from u),
       three as (insert into stats (id) select id from u)
     select id, username, email, first_name from u order by id`,
    [prefix, prefix, lastName, prefix, count],
  );
  return made.map((row) => ({
    id: Number(row['id']),
    firstName: String(row['first_name']),
    lastName,
    email: String(row['email']),
    password: '',
    username: String(row['username']),
    authorization: `ApiKey ${String(row['username'])}:${`key-${String(row['username'])}`.padEnd(43, '-')}`,
    url: service.url,
  }));
}
