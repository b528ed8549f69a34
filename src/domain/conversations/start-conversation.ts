import { mustNotBeSuspended } from '../accounts/suspended.ts';
import { checkNewAccount } from '../accounts/new-accounts.ts';
import { checkStrangers } from '../accounts/write-to-strangers.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { insertInto } from '../../platform/database/insert.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid, together } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { friendOf, isPresent, hasNotMuted, onTerms } from '../rules/visibility.ts';
import { Message } from './message.entity.ts';
import { ConversationMember } from './conversation-member.entity.ts';

/** The largest number of recipients of a new conversation. */
export const mostRecipients = 100;

/** `$1` viewer, `$2` user ids: those that exist. Their accounts cannot be deleted until the transaction ends. */
const recipientsAmong = statement.write<{ id: number; onTerms: boolean }>(
  'recipients_among',
  `select u.id, ${onTerms('$1', 'u.id')} as "onTerms" from users u where u.id = any($2::bigint[]) and ${isPresent('u.id')}
   order by u.id for key share`,
  onTerms,
);

/**
 * `$1` viewer, `$2` participants, `$3` text: inserts the conversation, its first message, and a membership for each
 * participant. The result has the number of those for whom it is a request.
 */
const insertConversation = statement.write<{ id: number; strangers: number }>(
  'insert_conversation',
  `with c as (
     insert into conversation (started_by_id, last_message_id) values ($1, nextval('message_id_seq'))
     returning id, last_message_id
   ), m as (
     ${insertInto(Message, {
       id: 'c.last_message_id',
       conversationId: 'c.id',
       userId: '$1::bigint',
       message: '$3::text',
     })} from c
   ), s as (
     ${insertInto(ConversationMember, {
       conversationId: 'c.id',
       userId: 'who.id',
       lastMessageId: 'c.last_message_id',
       unread: `(who.id <> $1 and ${hasNotMuted('who.id', '$1')})::int`,
       requested: `who.id <> $1 and not ${friendOf('who.id', '$1')}`,
     })} from c cross join unnest($2::bigint[]) who(id) returning requested
   )
   select id, (select count(*) from s where requested) as strangers from c`,
  hasNotMuted,
);

/** The checks of a new conversation by its fields. */
const conversationChecks = (recipientIds: number[], message: string, viewerId: number) => ({
  recipientIds: () => {
    const others = [...new Set(recipientIds)].filter((id) => id !== viewerId);
    if (others.length === 0) throw invalid('recipientIds', 'must name somebody besides yourself');
    if (others.length > mostRecipients) throw invalid('recipientIds', `must be at most ${mostRecipients}`, 'TOO_LONG');
    return others;
  },
  message: () => checkText(message, 'message', 'text', true),
});

/**
 * Starts a conversation with its first message and returns its id. Each call starts a new one, even with the same
 * participants (R16). It is a request for recipients who are not friends of the viewer (decisions N24).
 * @throws Failure INVALID for no recipients, too many, or unknown ids; BLOCKED when there is a block between the viewer
 * and a recipient, RATE_LIMITED, UNPROVEN, SUSPENDED
 */
export async function startConversation(context: Context, recipients: number[], message: string): Promise<number> {
  const viewer = viewerOf(context);
  const { recipientIds: others, message: text } = together(conversationChecks(recipients, message, viewer.id));
  await context.budget.spend('conversation');
  await context.budget.spend('recipient', others.length);
  return context.database.transaction(async (tx) => {
    const found = await tx.all(recipientsAmong, [viewer.id, others]);
    const unknown = others.find((id) => !found.some((user) => user.id === id));
    if (unknown !== undefined) throw invalid('recipientIds', `nobody has the id ${unknown}`, 'NOT_FOUND');
    if (!found.every(({ onTerms }) => onTerms)) throw new Failure('BLOCKED');
    await checkStrangers(context, tx, others);
    const started = await tx.one(insertConversation, [viewer.id, [viewer.id, ...others], text]);
    await mustNotBeSuspended(tx, viewer.id);
    const { id, strangers } = started as { id: number; strangers: number };
    await checkNewAccount(context, tx, strangers);
    return id;
  });
}
