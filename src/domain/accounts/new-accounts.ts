import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { Failure } from '../../errors.ts';

/** How many strangers a new account may turn to in 24 hours (decisions P26). */
const allowance = {
  /** On its first day, and as many more for each further day. */
  eachDay: 20,
  /** More for each friend, and for each stranger who has answered. */
  eachAnswer: 2,
  /** Days after which only the usual budgets apply (`src/domain/rules/budgets.ts`). */
  days: 30,
} as const;
const secondsOfDay = 86_400;

/**
 * `$1` is the viewer: the age of a new account in days, and no row for an older one. What a new account writes to strangers is
 * counted by one transaction after the other.
 */
const newAccount = statement.write<{ days: number; locked: unknown }>(
  'new_account',
  `select floor(extract(epoch from now() - date_joined) / ${secondsOfDay})::int as days,
     pg_advisory_xact_lock(hashtextextended('strangers ' || id, 0)) as locked
   from users where id = $1 and date_joined > now() - interval '${allowance.days} days'`,
  { owner: 'id = $1' },
);

const ofLastDay = (moment: string) => `${moment} > now() - interval '1 day'`;
/** Memberships of others in conversations that the viewer has started. */
const startedWith = `conversation c join conversation_member m on m.conversation_id = c.id and m.user_id <> $1
  where c.started_by_id = $1`;

/**
 * `$1` is the viewer: how many strangers the viewer has turned to within a day who have not answered, in how many seconds the
 * first of them counts no longer, and how many people have become friends or have answered at all.
 */
const turnedTo = statement.read<{ waiting: number; secondsLeft: number; answers: number }>(
  'turned_to_strangers',
  `select count(*) as waiting,
     coalesce(ceil(${secondsOfDay} - extract(epoch from now() - min(turned.moment))), ${secondsOfDay})::int as "secondsLeft",
     (select count(*) from friend_edge fe where fe.user_id = $1)
       + (select count(*) from ${startedWith} and not m.requested) as answers
   from (select created_date as moment from friendship where user1_id = $1 and accepted_date is null and ${ofLastDay('created_date')}
     union all select mailed_date from invitation where inviter_id = $1 and ${ofLastDay('mailed_date')}
     union all select c.created_date from ${startedWith} and m.requested and ${ofLastDay('c.created_date')}) turned`,
  { owner: 'user1_id = $1' },
  { owner: 'inviter_id = $1' },
  { owner: 'c.started_by_id = $1' },
);

/**
 * Refuses what a new account has just done if it has turned to more strangers than it may, with conversations, friend
 * requests and invitations together. The accounts of one address and of one network have a common budget on their first day.
 * @param tx the transaction in which it was done, and which takes no further lock
 * @param count the number of strangers whom the viewer has turned to in this transaction
 * @throws Failure RATE_LIMITED
 */
export async function checkNewAccount(context: Context, tx: Queries, count: number): Promise<void> {
  const { budget } = context;
  if (!budget.isCounted || count === 0) return;
  const { id } = viewerOf(context);
  const account = await tx.one(newAccount, [id]);
  if (!account) return;
  const { waiting = 0, answers = 0, secondsLeft = secondsOfDay } = (await tx.one(turnedTo, [id])) ?? {};
  const most = allowance.eachDay * (account.days + 1) + allowance.eachAnswer * answers;
  if (waiting > most)
    throw new Failure(
      'RATE_LIMITED',
      `A new account may turn to ${most} strangers in a day, with messages, friend requests and invitations together; try again later. There will be more with time, and with each answer.`,
      { retryAfter: Math.max(1, secondsLeft) },
    );
  if (account.days > 0) return;
  await budget.spend('strangersOfAddress', count);
  await budget.spend('strangersOfNetwork', count);
}
