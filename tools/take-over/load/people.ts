import { hash } from 'node:crypto';
import { convertedPicture } from './converted-picture.ts';
import { refusalOfFile } from './refusal-of-file.ts';
import { profileSizes } from '../../../src/domain/pictures/picture-sizes.ts';
import { searchNameOf } from '../../../src/domain/people/search-name.ts';
import { undeliveredUsers } from '../../../src/domain/rules/visibility.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import * as accounts from '../bundle/tables/accounts.ts';
import { reason, rows, sql } from './kind.ts';
import type { Kind } from './kind.ts';
import { pathOf } from './path-of.ts';
import { pairId, pairIdSql } from './pair-id.ts';
import { isOurs, Table } from './table.ts';

const own = new Table('users', 'users', {
  fields: { password_hash: 'password' },
  made: ['search_name', 'image_key'],
});
const wanted = new Table('preferences', accounts.preferences);
const physical = new Table('profile', accounts.profile);

/** People, with their profiles, preferences, keys and social accounts. */
export const users: Kind<'users'> = {
  tables: [own, wanted, physical],
  async prepare(user, around) {
    const notes: string[] = [];
    let imageKey: string | null = null;
    if (user.image !== null) {
      try {
        const { bytes, note } = await convertedPicture(around.bundle.pathOf(user.image));
        const { sizes, format } = await profileSizes(bytes);
        if (note !== null) notes.push(`image ${note}`);
        imageKey = await around.storePicture({ ...sizes }, format);
      } catch (error) {
        notes.push(`image ${refusalOfFile(error)}; the profile has no picture`);
      }
    }
    const keys = [...new Set([...user.api_keys.map((key) => hash('sha256', key)), ...user.api_key_hashes])];
    const row = {
      ...wanted.rowOf(user.preferences),
      ...physical.rowOf(user.profile),
      ...own.rowOf(user),
      search_name: searchNameOf(user.first_name, user.last_name),
      image_key: imageKey,
      is_active: user.is_active,
      keys,
      lengths: [
        ...new Set([
          ...user.api_keys.map((key) => key.length),
          ...(user.api_key_hashes.length > 0 ? around.keyLengths : []),
        ]),
      ],
      social: user.social,
      old_paths: imageKey === null ? [] : user.image_urls.flatMap(pathOf),
    };
    return { row, notes };
  },
  write: sql.write(
    'users',
    `with ${rows(own, wanted, physical, 'is_active boolean, keys text[], lengths smallint[], social jsonb, old_paths text[]')}, u as (
       ${own.upsert('from r')}
     ), p as (${wanted.upsert('from r join u using (id)')}
     ), f as (${physical.upsert('from r join u using (id)')}
     ), s as (insert into stats (id) select id from u on conflict (id) do nothing
     ), reports as (
       insert into report (user_id, kind, starts) select r.id, k.kind, k.starts from r join u using (id), (values
         ('weekly', (date_trunc('week', now() at time zone 'UTC') - interval '7 days')::date),
         ('monthly', (date_trunc('month', now() at time zone 'UTC') - interval '1 month')::date),
         ('annual', (date_trunc('year', now() at time zone 'UTC') - interval '1 year')::date)) k(kind, starts)
       where (k.kind = 'weekly' and r.weekly_email_report) or (k.kind = 'monthly' and r.monthly_email_report) or (k.kind = 'annual' and r.annually_email_report)
       on conflict (user_id, kind) do nothing
     ), gone as (
       delete from api_key k using r join u using (id) where k.user_id = r.id and k.taken_over and encode(k.key_hash, 'hex') <> all(r.keys)
     ), k as (
       insert into api_key (user_id, key_hash, label, created_date, taken_over)
       select r.id, decode(key, 'hex'), '', r.date_joined, true from r join u using (id), unnest(r.keys) key on conflict (key_hash)
       do update set user_id = excluded.user_id where api_key.taken_over
     ), l as (
       insert into old_key_form (length) select distinct length from r join u using (id), unnest(r.lengths) length on conflict do nothing
     ), unlinked as (
       delete from social_account a using r join u using (id) where a.user_id = r.id
         and not r.social @> jsonb_build_array(jsonb_build_object('network', a.network, 'id', a.social_id))
     ), a as (
       insert into social_account (user_id, network, social_id, created_date)
       select distinct r.id, one->>'network', one->>'id', r.date_joined from r join u using (id), jsonb_array_elements(r.social) one
       on conflict (network, social_id) do update set user_id = excluded.user_id where ${isOurs('users', 'social_account.user_id')}
     ), urls as (
       insert into old_url (path, user_id, size) select distinct on (path) path, r.id, '225' from r join u using (id), unnest(r.old_paths) path
       on conflict (path) do nothing
     ), back as (delete from suspension x using r join u using (id) where x.user_id = r.id and r.is_active
     ), out as (insert into suspension (user_id) select id from r join u using (id) where not r.is_active
       on conflict (user_id) do update set until = null)
     select id from u`,
  ),
  losers: statement.read(
    'take_over_users_losers',
    `with ${rows('keys text[], social jsonb')}
     select k.user_id as id from r, unnest(r.keys) key join api_key k on k.key_hash = decode(key, 'hex') where k.user_id <> r.id and k.taken_over
     union select a.user_id from r, jsonb_array_elements(r.social) one
       join social_account a on a.network = one->>'network' and a.social_id = one->>'id' where a.user_id <> r.id`,
    reason,
  ),
  stored: sql.stored(
    'users',
    { u: own, p: wanted, f: physical },
    {
      more: {
        is_active: 'not exists (select 1 from suspension s where s.user_id = u.id)',
        suspended_until: '(select s.until from suspension s where s.user_id = u.id)',
        keys: `(select coalesce(array_agg(encode(k.key_hash, 'hex') order by k.key_hash), '{}') from api_key k where k.user_id = u.id and k.taken_over)`,
        social: `(select coalesce(jsonb_agg(jsonb_build_object('network', a.network, 'id', a.social_id) order by a.network, a.social_id), '[]')
          from social_account a where a.user_id = u.id)`,
      },
      moreMoments: ['suspended_until'],
      groups: {
        is_active: [['suspended_until']],
        weight: [['weight_unit']],
        location_name: [['location_lat', 'location_lng']],
      },
      apart: { search_name: 'it is made of the names' },
    },
  ),
  // An address is proven or not, and the search finds the names that are stored.
  settle: (row, here, there) => ({
    email_proven: (here['email'] === there['email'] ? row : row['email'] === here['email'] ? here : there)[
      'email_proven'
    ],
    search_name: searchNameOf(String(row['first_name']), String(row['last_name'])),
  }),
  inUse: sql.inUse('users', [
    ['workout w', 'workouts', 'w.id', 'w.user_id = one.id'],
    ['post p', 'posts', 'p.id', 'p.author_id = one.id'],
    ['post p join comment c on c.post_id = p.id', 'comments', 'c.id', 'p.author_id = one.id'],
    ['comment c', 'comments', 'c.id', 'c.user_id = one.id'],
    ['message m', 'messages', 'm.id', 'm.user_id = one.id'],
    ['route t', 'routes', 't.id', 't.owner_id = one.id'],
    ['event_participant ep', 'event_participants', 'ep.id', 'ep.user_id = one.id'],
  ]),
  remove: sql.remove(
    'users',
    `with named as (
       select id, left(trim(first_name || ' ' || last_name), 201) as name from users where id = any($1::bigint[])
     ), m as (update message x set user_deleted_name = n.name, undelivered_users = ${undeliveredUsers('x')} from named n where x.user_id = n.id
     ), c as (
       update conversation x set past_users_involved = x.past_users_involved || g.names from (
         select s.conversation_id, array_agg(n.name order by n.id) as names from conversation_member s join named n on n.id = s.user_id
         group by s.conversation_id
       ) g where g.conversation_id = x.id
     ), s as (
       delete from post p using event_sponsor s, named n where s.user_id = n.id and p.id = s.post_id and not ${isOurs('posts', 'p.id')}
     )
     delete from users u using named n where u.id = n.id returning u.id`,
  ),
};

const friendship = new Table('friendship', 'friendships', {
  fields: { user1_id: 'requester', user2_id: 'user' },
  keys: { user1_id: 'one', user2_id: 'other' },
});

/** Friendships and requests, with the lists of friends. */
export const friendships: Kind<'friendships'> = {
  tables: [friendship],
  prepare: (record) => ({ row: friendship.rowOf(record), notes: [] }),
  write: sql.write(
    'friendships',
    `with ${rows(friendship)}, f as (
       ${friendship.upsert('from r')}, user1_id, user2_id, accepted_date
     ), pairs as (select user1_id as a, user2_id as b, accepted_date from f union all select user2_id, user1_id, accepted_date from f
     ), e as (insert into friend_edge (user_id, friend_id) select a, b from pairs where accepted_date is not null on conflict do nothing
     ), x as (delete from friend_edge g using pairs p where p.accepted_date is null and g.user_id = p.a and g.friend_id = p.b)
     select id from f`,
  ),
  stored: sql.stored(
    'friendships',
    { f: friendship },
    {
      more: {
        edges: `(select count(*) from friend_edge e where (e.user_id, e.friend_id) in ((f.user1_id, f.user2_id), (f.user2_id, f.user1_id)))`,
      },
      groups: { accepted_date: [[], ['edges']] },
    },
  ),
  remove: sql.remove(
    'friendships',
    `with f as (delete from friendship where id = any($1::bigint[]) returning id, user1_id, user2_id),
     e as (delete from friend_edge e using f where (e.user_id, e.friend_id) in ((f.user1_id, f.user2_id), (f.user2_id, f.user1_id)))
     select id from f`,
  ),
};

const block = new Table('block', 'blocks');
const blockId = pairIdSql('b.user_id', 'b.blocked_id');

/** Who has blocked whom. */
export const blocks: Kind<'blocks'> = {
  tables: [block],
  prepare: (record, { taken }) => ({
    row: {
      ...block.rowOf(record),
      id: pairId(record.user, record.blocked),
      created_date: record.created_date ?? taken,
    },
    notes: [],
  }),
  write: sql.write(
    'blocks',
    `with ${rows(block)}, b as (${block.insert('from r')} on conflict do nothing) select id from r`,
  ),
  stored: null,
  remove: sql.remove('blocks', `delete from block b where ${blockId} = any($1::bigint[]) returning ${blockId} as id`),
};

const invitation = new Table('invitation', 'invitations', { values: { mailed_date: 'r.created_date' } });
const invitationId = pairIdSql('i.inviter_id', 'to_json(lower(i.email))::text');

/** Who has invited which address. */
export const invitations: Kind<'invitations'> = {
  tables: [invitation],
  prepare: (record) => ({
    row: { ...invitation.rowOf(record), id: pairId(record.inviter, record.email.toLowerCase()) },
    notes: [],
  }),
  write: sql.write(
    'invitations',
    `with ${rows(invitation)}, i as (${invitation.insert('from r')} on conflict do nothing) select id from r`,
  ),
  stored: null,
  remove: sql.remove(
    'invitations',
    `delete from invitation i where ${invitationId} = any($1::bigint[]) returning ${invitationId} as id`,
  ),
};
