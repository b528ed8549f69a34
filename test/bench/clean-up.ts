import type { Client } from 'pg';
import { uploadTitle } from './roles.ts';
import { statsRebuilt } from './seed-workouts.ts';

/** Removes what uploads left behind, now or in a run that was cut off. */
export async function cleanUp(client: Client): Promise<void> {
  const { rows } = await client.query<{ user_id: string }>(
    'with gone as (delete from workout where title = $1 returning user_id) select distinct user_id from gone',
    [uploadTitle],
  );
  if (rows.length === 0) return;
  await client.query(statsRebuilt('user_id = any($1)'), [rows.map((row) => row.user_id)]);
  await client.query('vacuum analyze workout, post, workout_track, stats');
}
