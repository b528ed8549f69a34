import { Client } from 'pg';

/** Users of the benchmark of live events: the 0th is the author, and all others are friends of the author. */
export const users = 5000;

/** The key of the n-th user of the benchmark. */
export const keyOf = (n: number): string => `live-bench-key-${n}`.padEnd(43, '-');

/** Sends as the author, and wants success. */
export async function sendAsAuthor(port: number, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${keyOf(0)}` },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** User 1 is the author, whose key is the 0th; all others are the author's friends, and in a conversation with them. */
export async function seedSubscribers(databaseUrl: string): Promise<void> {
  const sql = new Client({ connectionString: databaseUrl });
  await sql.connect();
  await sql.query(`insert into users (id, username, email, first_name, last_name, search_name)
    select n, 'runner' || n, 'runner' || n || '@example.org', 'Ann', 'Archer', 'ann archer' from generate_series(1, ${users}) n`);
  for (const table of ['preferences', 'stats', 'profile'])
    await sql.query(`insert into ${table} (id) select id from users`);
  await sql.query(
    `insert into api_key (user_id, key_hash) select n, sha256(rpad('live-bench-key-' || (n - 1), 43, '-')::bytea) from generate_series(1, ${users}) n`,
  );
  await sql.query(`insert into friend_edge (user_id, friend_id) select 1, n from generate_series(2, ${users}) n
    union all select n, 1 from generate_series(2, ${users}) n`);
  await sql.query(`insert into conversation (started_by_id) values (1)`);
  await sql.query(`insert into message (conversation_id, user_id, message) values (1, 1, 'Hello')`);
  await sql.query(
    `insert into conversation_member (conversation_id, user_id, last_message_id) select 1, n, 1 from generate_series(1, ${users}) n`,
  );
  await sql.query('analyze');
  await sql.end();
}
