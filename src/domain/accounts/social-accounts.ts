import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { hasPassword, lockAccount } from './account.queries.ts';

/** A user of a social network who signs in to the account of the viewer. */
export interface SocialAccountRow {
  network: string;
  createdDate: string;
}

/** `$1` user. An account has a few of them, one or two for each network. */
const accountsOfUser = statement.read<SocialAccountRow>(
  'social_accounts_of_user',
  `select s.network, s.created_date as "createdDate" from social_account s where s.user_id = $1 order by s.id limit 100`,
  { owner: 's.user_id = $1' },
);
/** `$1` user, `$2` network: what remains with which the user can sign in. */
const otherWaysIn = statement.read<{ hasOthers: boolean }>(
  'other_ways_in',
  `select ${hasPassword('u')} or exists (select 1 from social_account s where s.user_id = $1 and s.network <> $2)
     as "hasOthers" from users u where u.id = $1`,
  { owner: 's.user_id = $1' },
);
/** `$1` user, `$2` network. */
const disconnect = statement.write<SocialAccountRow>(
  'disconnect_social_account',
  'delete from social_account where user_id = $1 and network = $2 returning network, created_date as "createdDate"',
);

/** The users of social networks who sign in to the account of the viewer, in the order in which they were connected. */
export function listSocialAccounts(context: Context): Promise<SocialAccountRow[]> {
  return context.database.all(accountsOfUser, [viewerOf(context).id]);
}

/**
 * Disconnects a network from the account of the viewer, who no longer signs in with it. Keys that were issued remain.
 * @throws Failure NOT_FOUND if it is not connected, INVALID if the viewer could not sign in any more
 */
export async function disconnectSocialAccount(context: Context, network: string): Promise<void> {
  const { id } = viewerOf(context);
  await context.database.transaction(async (tx) => {
    // Of two at once, the second sees what the first has left.
    await tx.all(lockAccount, [id]);
    const [gone] = await tx.all(disconnect, [id, network]);
    if (!gone) throw new Failure('NOT_FOUND');
    const ways = await tx.one(otherWaysIn, [id, network]);
    if (!ways?.hasOthers)
      throw invalid('network', 'is the only way to sign in: set a password first, with a mail for a new one');
  });
}
