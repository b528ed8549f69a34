import { isOurs, replaced, rows, sql } from './kind.ts';
import type { Kind } from './kind.ts';

/** Conversations with their members. What is unread is counted when all messages are there. */
export const conversations: Kind<'conversations'> = {
  prepare: ({ started_by: starter, ...plain }) => ({ row: { ...plain, started_by_id: starter }, notes: [] }),
  write: sql.write(
    'conversations',
    `with ${rows('id bigint, created_date timestamptz, started_by_id bigint, past_users_involved text[], recipients jsonb')}, c as (
       insert into conversation (id, created_date, started_by_id, past_users_involved)
       select id, created_date, started_by_id, past_users_involved from r
       on conflict (id) do update set ${replaced('created_date, started_by_id, past_users_involved')}
         where ${isOurs('conversations', 'conversation.id')}
       returning id
     ), m as (
       select distinct on (r.id, o."user") r.id, o."user" as user_id, o.placement, coalesce(o.last_read_message, 0) as read_up_to
       from r join c using (id), jsonb_to_recordset(r.recipients) as o("user" bigint, placement text, last_read_message bigint)
       order by r.id, o."user"
     ), gone as (
       delete from conversation_member s using r join c using (id) where s.conversation_id = r.id
         and not exists (select 1 from m where m.id = s.conversation_id and m.user_id = s.user_id)
     ), s as (
       insert into conversation_member (conversation_id, user_id, placement, read_up_to) select id, user_id, placement, read_up_to from m
       on conflict (conversation_id, user_id) do update set ${replaced('placement, read_up_to')}
     ) select id from c`,
  ),
  stored: sql.stored(
    'conversations',
    'conversation c',
    'created_date, started_by_id, past_users_involved, members, recipients',
    {
      members: `(select coalesce(array_agg(s.user_id order by s.user_id), '{}') from conversation_member s where s.conversation_id = c.id)`,
      recipients: `(select coalesce(jsonb_agg(jsonb_build_object('user', s.user_id, 'placement', s.placement,
        'last_read_message', nullif(s.read_up_to, 0)) order by s.user_id), '[]')
      from conversation_member s where s.conversation_id = c.id)`,
    },
  ),
  // Who takes part is one thing, and how far each of them has read another.
  settle: ({ members, recipients }, here, there) => ({
    recipients: (members as number[]).map((id) =>
      [recipients, here['recipients'], there['recipients']]
        .flatMap((list) => (list ?? []) as { user: number }[])
        .find(({ user }) => user === id),
    ),
  }),
  staysInUse: true,
  inUse: sql.inUse('conversations', [['message m', 'messages', 'm.id', 'm.conversation_id = one.id']]),
  remove: sql.remove('conversations', 'delete from conversation where id = any($1::bigint[]) returning id'),
};

const columns = 'conversation_id, user_id, user_deleted_name, message, created_date';

/** Messages. */
export const messages: Kind<'messages'> = {
  prepare: ({ conversation, user, ...plain }) => ({
    row: { ...plain, conversation_id: conversation, user_id: user },
    notes: [],
  }),
  write: sql.write(
    'messages',
    `with ${rows('id bigint, conversation_id bigint, user_id bigint, user_deleted_name text, message text, created_date timestamptz')}
     insert into message (id, ${columns}) select id, ${columns} from r
     on conflict (id) do update set ${replaced(columns)} where ${isOurs('messages', 'message.id')} returning id`,
  ),
  stored: sql.stored('messages', 'message m', `${columns}, is_deleted`),
  remove: sql.remove('messages', 'delete from message where id = any($1::bigint[]) returning id'),
};
