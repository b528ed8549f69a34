import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { insertInto } from '../../platform/database/insert.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { existenceFirst } from '../rules/existence-first.ts';
import { checkText } from '../../platform/text.ts';
import { blocks, onTerms } from '../rules/visibility.ts';
import { Message } from './message.entity.ts';
import type { MessageRow } from './message.queries.ts';

/** Everybody else in conversation `$2`. */
const others = 'select 1 from conversation_member o where o.conversation_id = $2 and o.user_id <> $1';

/**
 * `$1` viewer, `$2` conversation, `$3` text. One statement, so one transaction. It begins with the conversation's row,
 * whose lock puts the writers in a line; whoever had to wait takes a new id, because PostgreSQL computes the update
 * again from the row as it is then. So ids and dates are in the order of the commits, the same for everyone, and the
 * counts of the members, which are changed below that lock, are exact.
 */
const insertMessage = statement<{ id: number | null; createdDate: string | null; isMember: boolean }>(
  'insert_message',
  `with c as (
     update conversation set last_message_id = nextval('message_id_seq')
     where id = $2 and exists (select 1 from conversation_member s where s.conversation_id = $2 and s.user_id = $1)
       and (exists (${others} and ${onTerms('$1', 'o.user_id')}) or not exists (${others}))
     returning id, last_message_id
   ), m as (
     ${insertInto(Message, {
       id: 'c.last_message_id',
       conversationId: 'c.id',
       userId: '$1::bigint',
       message: '$3::text',
       createdDate: 'clock_timestamp()',
     })} from c
     returning id, created_date
   ), s as (
     update conversation_member set last_message_id = c.last_message_id, unread = unread + (user_id <> $1)::int,
       placement = case placement when 'hidden' then 'inbox' else placement end, requested = requested and user_id <> $1
     from c where conversation_id = c.id and not ${blocks('conversation_member.user_id', '$1')}
   )
   select m.id, m.created_date as "createdDate",
     exists (select 1 from conversation_member s where s.conversation_id = $2 and s.user_id = $1) as "isMember"
   from (select 1) one left join m on true`,
);

/**
 * Writes a message. It counts as unread for everyone else, and brings the conversation back to the inbox of those who
 * hid it; archived ones stay archived (R16). In a group it is delivered to everybody but those who have blocked the
 * sender, for whom it neither counts nor changes anything (decisions N24). Who answers a request accepts it.
 * @throws Failure NOT_FOUND for who is not in the conversation, BLOCKED when nobody else is left in it who has not
 *   blocked the sender or been blocked, INVALID for a text that is none, RATE_LIMITED
 */
export async function sendMessage(context: Context, conversationId: number, message: string): Promise<MessageRow> {
  const viewer = viewerOf(context);
  const text = await existenceFirst(
    () => checkText(message, 'message', 'text', true),
    () => context.loaders.conversations.load(conversationId),
  );
  await context.budget.spend('message');
  const sent = await context.database.one(insertMessage, [viewer.id, conversationId, text]);
  if (!sent?.isMember) throw new Failure('NOT_FOUND');
  if (sent.id === null || sent.createdDate === null) throw new Failure('BLOCKED');
  context.loaders.conversations.clear(conversationId);
  const { id, createdDate } = sent;
  return { id, conversationId, userId: viewer.id, userDeletedName: '', message: text, createdDate };
}
