import { rows, rowsOf, sql } from './kind.ts';
import type { Kind } from './kind.ts';
import { Table } from './table.ts';

const conversation = new Table('conversation', 'conversations');

/** Conversations with their members. What is unread is counted when all messages are there. */
export const conversations: Kind<'conversations'> = {
  ...rowsOf('conversations', {
    from: { c: conversation },
    write: `${rows(conversation, 'recipients jsonb')}, c as (${conversation.upsert('from r')}
     ), m as (
       select distinct on (r.id, o."user") r.id, o."user" as user_id, o.placement, coalesce(o.last_read_message, 0) as read_up_to
       from r join c using (id), jsonb_to_recordset(r.recipients) as o("user" bigint, placement text, last_read_message bigint)
       order by r.id, o."user"
     ), gone as (
       delete from conversation_member s using r join c using (id) where s.conversation_id = r.id
         and not exists (select 1 from m where m.id = s.conversation_id and m.user_id = s.user_id)
     ), s as (
       insert into conversation_member (conversation_id, user_id, placement, read_up_to) select id, user_id, placement, read_up_to from m
       on conflict (conversation_id, user_id) do update set placement = excluded.placement, read_up_to = excluded.read_up_to
     ) select id from c`,
    more: {
      members: `(select coalesce(array_agg(s.user_id order by s.user_id), '{}') from conversation_member s where s.conversation_id = c.id)`,
      recipients: `(select coalesce(jsonb_agg(jsonb_build_object('user', s.user_id, 'placement', s.placement,
        'last_read_message', nullif(s.read_up_to, 0)) order by s.user_id), '[]')
      from conversation_member s where s.conversation_id = c.id)`,
    },
  }),
  prepare: (record) => ({ row: { ...conversation.rowOf(record), recipients: record.recipients }, notes: [] }),
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
};

/** Messages. */
export const messages: Kind<'messages'> = rowsOf('messages', {
  from: { m: new Table('message', 'messages') },
  more: { is_deleted: 'm.is_deleted' },
});
