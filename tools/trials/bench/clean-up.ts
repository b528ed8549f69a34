import type { Client } from 'pg';
import { uploadTitle } from './roles.ts';
import { statsRebuilt } from './seed-workouts.ts';

/** Removes what was sent, and puts back where its conversations stood. */
const unsend = `
  with gone as (delete from message where message = $1 returning id, conversation_id), talks as (
    select g.conversation_id as id, (select max(m.id) from message m
      where m.conversation_id = g.conversation_id and m.message <> $1) as last from gone g group by 1
  ), c as (
    update conversation c set last_message_id = t.last from talks t where c.id = t.id
  )
  update conversation_member s set last_message_id = t.last, unread = 0, read_up_to = t.last from talks t where s.conversation_id = t.id`;

/** Removes what uploads left behind, now or in a run that was cut off. */
export async function cleanUp(client: Client): Promise<void> {
  const sent = await client.query(unsend, [uploadTitle]);
  if (sent.rowCount) await client.query('vacuum analyze message, conversation_member, conversation');
  // Millions of events, and former versions of what changes often, would slow down whoever is measured last, where no autovacuum runs.
  await client.query('truncate notification, live_event');
  await client.query('vacuum workout_original, originals_usage, recording_file, api_key');
  await client.query('update live_log set pruned_seq = last_seq');
  const { rows } = await client.query<{ user_id: string }>(
    'with gone as (delete from workout where title = $1 returning user_id) select distinct user_id from gone',
    [uploadTitle],
  );
  if (rows.length === 0) return;
  await client.query(statsRebuilt('user_id = any($1)'), [rows.map((row) => row.user_id)]);
  await client.query('vacuum analyze workout, post, workout_track, stats');
}
