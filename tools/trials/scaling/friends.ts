import type { Client } from 'pg';
import type { Reader } from '../bench/requests.ts';
import { firstOrdinary, roles } from '../bench/roles.ts';
import { databaseOf } from './databases.ts';
import { feedOf, interfaces } from './growing-items.ts';
import { costOf, onStage } from './posts.ts';
import type { Point } from './results.ts';
import { settings } from './settings.ts';

/** The users after those with a part in the benchmark, and before the ordinary ones. */
const first = roles.recorder.last + 1;
const readers = firstOrdinary - first;

/** The friends feed of readers with more and more friends. */
export async function measureFriends(report: (points: Point[]) => void): Promise<void> {
  const { url } = await databaseOf(settings.base, 'writes');
  await onStage(url, async (stage) => {
    for (const friends of settings.friends) {
      const chosen = await befriend(stage.client, friends);
      for (const apiInterface of interfaces)
        report([
          {
            key: `${friends} ${apiInterface}`,
            friends,
            interface: apiInterface,
            posts: settings.base,
            ...(await costOf(
              feedOf(`F${friends}`, () => chosen),
              apiInterface,
              stage,
            )),
          },
        ]);
    }
  });
}

/** Gives each of some users exactly this number of friends, drawn at random. @returns those users */
async function befriend(client: Client, friends: number): Promise<Reader[]> {
  const range = [first, first + readers - 1];
  // As a replica, without triggers: nobody waits for live events of what is seeded.
  await client.query('set session_replication_role = replica');
  await client.query('delete from friend_edge where user_id between $1 and $2 or friend_id between $1 and $2', range);
  await client.query('delete from friendship where user1_id between $1 and $2 or user2_id between $1 and $2', range);
  const { rowCount } = await client.query(
    `insert into friendship (user1_id, user2_id, created_date, accepted_date)
     select reader, friend, now(), now() from generate_series($1::bigint, $2::bigint) reader cross join lateral
       (select id as friend from users where id >= ${firstOrdinary} + reader * 0 order by random() limit $3) f`,
    [...range, friends],
  );
  if (rowCount !== friends * readers)
    throw new Error(`there are too few users for ${friends} friends: raise SCALING_BASE`);
  await client.query(
    `insert into friend_edge (user_id, friend_id)
     select case when way then user1_id else user2_id end, case when way then user2_id else user1_id end
     from friendship cross join (values (true), (false)) w(way) where user1_id between $1 and $2`,
    range,
  );
  await client.query(
    `insert into api_key (user_id, key_hash, label)
     select id, sha256(convert_to(rpad('bench-key-' || id, 43, '-'), 'UTF8')), 'scaling' from users
     where id between $1 and $2 and not exists (select 1 from api_key k where k.user_id = users.id)`,
    range,
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze friend_edge, friendship');
  const { rows } = await client.query<Reader>(
    'select id::int, username from users where id between $1 and $2 order by id',
    range,
  );
  return rows;
}
