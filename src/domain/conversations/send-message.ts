import { mustNotBeSuspended } from '../accounts/suspended.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { insertInto } from '../../platform/database/insert.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { hasNotMuted, onTermsAsPair, suspendedNow, takesPartIn } from '../rules/visibility.ts';
import { Message } from './message.entity.ts';
import type { MessageRow } from './message.queries.ts';

/** The other participants of conversation `$2`. */
const others = 'select 1 from conversation_member o where o.conversation_id = $2 and o.user_id <> $1';

/**
 * `$1` viewer, `$2` conversation, `$3` text. It is one statement and therefore one transaction. It first locks the row
 * of the conversation, which serializes the writers. A writer that had to wait gets a new id, because PostgreSQL
 * computes the update again from the changed row. So ids and dates follow the order of the commits, and the counts of
 * the members, which change while the row is locked, are exact. The function `blocks_now` sees blocks that were
 * committed while the statement waited for that lock, because the date of the message is later than theirs.
 */
const insertMessage = statement.write<{ id: number | null; createdDate: string | null; isMember: boolean }>(
  'insert_message',
  `with o as (
     select id from conversation
     where id = $2 and exists (select 1 from conversation_member s where s.conversation_id = $2 and s.user_id = $1)
       and (exists (${others} and ${onTermsAsPair('$1', 'o.user_id')}) or not exists (${others}))
     for no key update
   ), c as (
     update conversation set last_message_id = nextval('message_id_seq') from o
     where conversation.id = o.id and not ${suspendedNow('$1')}
     returning conversation.id, last_message_id
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
     update conversation_member set last_message_id = c.last_message_id, unread = unread + (user_id <> $1 and ${hasNotMuted('conversation_member.user_id', '$1')})::int,
       placement = case when placement = 'hidden' and ${hasNotMuted('conversation_member.user_id', '$1')} then 'inbox' else placement end, requested = requested and user_id <> $1
     from c where conversation_id = c.id and not blocks_now(conversation_member.user_id, $1)
   )
   select m.id, m.created_date as "createdDate",
     exists (select 1 from conversation_member s where s.conversation_id = $2 and s.user_id = $1) as "isMember"
   from (select 1) one left join m on true`,
  takesPartIn,
  hasNotMuted,
);

/**
 * Sends a message. It counts as unread for all other participants, and returns the conversation to the inbox of those
 * who have hidden it; archived conversations stay archived (R16). In a group, it is not delivered to participants who
 * have blocked the sender, and changes nothing for them (decisions N24). For users who have muted the
 * sender, it does not count and returns nothing to the inbox (decisions D212). Answering a request accepts it.
 * @throws Failure NOT_FOUND when the viewer does not take part in it, BLOCKED when there is a block between the sender
 * and every other participant, INVALID for an invalid text, RATE_LIMITED, SUSPENDED
 */
export async function sendMessage(context: Context, conversationId: number, message: string): Promise<MessageRow> {
  const viewer = viewerOf(context);
  const text = checkText(message, 'message', 'text', true);
  await context.budget.spend('message');
  const sent = await context.database.one(insertMessage, [viewer.id, conversationId, text]);
  if (!sent?.isMember) throw new Failure('NOT_FOUND');
  if (sent.id === null || sent.createdDate === null) {
    await mustNotBeSuspended(context.database, viewer.id);
    throw new Failure('BLOCKED');
  }
  const { id, createdDate } = sent;
  const shown = { isHidden: false, isDeleted: false };
  return { id, conversationId, userId: viewer.id, userDeletedName: '', message: text, createdDate, ...shown };
}
