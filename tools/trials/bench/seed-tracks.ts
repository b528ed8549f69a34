import type { Client } from 'pg';
import { measureTrack, packTrack, trackHash } from '@runners/recordings';
import { makeTrack } from './make-track.ts';
import { recordings, roles } from './roles.ts';

const linesMade = 64;
const day = 86_400_000;

/** The table `line`: encoded polylines of runs of 2 to 12 km, for workouts without recorded points. */
export async function makeLines(client: Client): Promise<void> {
  await client.query('create temp table line (n bigint primary key, polyline text)');
  const lines = Array.from(
    { length: linesMade },
    (_, n) => measureTrack(makeTrack(n, 400 + n * 25, Date.UTC(2020, 0, 1))).polyline,
  );
  await client.query(
    'insert into line select place - 1, polyline from unnest($1::text[]) with ordinality l(polyline, place)',
    [lines],
  );
}

/** Recorded workouts of the recorders, one a day up to now; the same points for each of them. */
export async function makeRecordings(client: Client): Promise<void> {
  const start = Math.floor(Date.now() / day) * day;
  for (let nth = 0; nth < recordings.workouts; nth++) {
    const at = start - (recordings.workouts - nth) * day + 25_200_000;
    const track = makeTrack(1000 + nth, recordings.points, at);
    const measured = measureTrack(track);
    await client.query(insertRecording, [
      roles.recorder.first,
      roles.recorder.last,
      new Date(at),
      measured.durationInSeconds,
      measured.distanceInMeters.toFixed(2),
      measured.elevationGainInMeters.toFixed(2),
      Buffer.from(trackHash(track), 'hex'),
      measured.polyline,
      measured.bestEfforts.mile,
      measured.bestEfforts.fiveK,
      Buffer.from(packTrack(track)),
    ]);
  }
}

const insertRecording = `
  with w as (
    insert into workout (user_id, title, run_date, run_type, duration_in_seconds, distance_in_meters,
      elevation_gain_in_meters, points_hash, polyline, best_mile_duration_in_seconds, best_5k_duration_in_seconds,
      privacy, source, created_date)
    select u, 'Recorded run', $3::timestamptz, 'Endurance', $4::int, $5::numeric, $6::numeric, $7::bytea, $8::text, $9::int,
      $10::int, 'public', 'gpx', $3::timestamptz
    from generate_series($1::bigint, $2::bigint) u
    returning id, user_id, created_date
  ), t as (
    insert into workout_track (workout_id, points) select id, $11::bytea from w
  )
  insert into post (author_id, workout_id, privacy, created_date) select user_id, id, 'public', created_date from w`;
