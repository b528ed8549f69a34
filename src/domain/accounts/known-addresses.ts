import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';

/** Addresses that are remembered of an account; the one not seen longest goes past this. */
const mostAddresses = 20;

/** `$1` user id, `$2` digest of the address. */
const knowAddress = statement(
  'know_address',
  `insert into known_address (user_id, digest) values ($1, $2)
   on conflict (user_id, digest) do update set seen_date = now()`,
);
const forgetAddresses = statement(
  'forget_addresses',
  `delete from known_address where user_id = $1 and digest not in
   (select digest from known_address where user_id = $1 order by seen_date desc limit ${mostAddresses})`,
);
/** `$1` user id, `$2` and `$3` digests of the address. */
const isKnown = statement<{ userId: number }>(
  'is_known_address',
  'select user_id as "userId" from known_address where user_id = $1 and digest in ($2, $3) limit 1',
  { owner: 'user_id = $1' },
);

type Caller = Pick<Context, 'budget' | 'signer'>;

const valueOf = (budget: Caller['budget'], userId: number) => `address ${userId} ${budget.address}`;

/** Nothing that leads back to the address without the service's secret. */
function digestOf({ budget, signer }: Caller, userId: number): Buffer {
  return signer.digest(valueOf(budget, userId)).subarray(0, 16);
}

/** The digests of the current secret and of the one before it; twice the same when there is only one. */
function digestsOf({ budget, signer }: Caller, userId: number): [Buffer, Buffer] {
  const [current, previous = current] = signer.digests(valueOf(budget, userId)).map((whole) => whole.subarray(0, 16));
  return [current as Buffer, previous as Buffer];
}

/** Notes in the transaction of a sign-in that the account's owner calls from here. */
export async function rememberAddress(caller: Caller, tx: Queries, userId: number): Promise<void> {
  await tx.all(knowAddress, [userId, digestOf(caller, userId)]);
  await tx.all(forgetAddresses, [userId]);
}

/**
 * Pays for one guess at the password of an account. Those from addresses where somebody has signed in to it before are
 * counted apart, each address by itself, and so are those of a device that is signed in: others who guess don't lock the owner out (decisions
 * W23).
 * @param name what the database finds accounts by: the address in lower case as the database computes it
 * @param userId null when there is no such account: as many guesses as at one that exists
 * @throws Failure RATE_LIMITED
 */
export async function payGuess(
  context: Pick<Context, 'budget' | 'signer' | 'database' | 'viewer'>,
  name: string,
  userId: number | null,
): Promise<void> {
  // The same work for an account that isn't there.
  const known = await context.database.one(isKnown, [userId ?? 0, ...digestsOf(context, userId ?? 0)]);
  if (userId !== null && context.viewer?.id === userId) return payKeyedGuess(context, userId);
  await context.budget.spendOn('signInAs', known ? `${name} from ${context.budget.address}` : name);
}

/**
 * Pays for one guess at the password of one's own account by somebody who has a key: counted by the account, and apart from
 * those without a key.
 * @throws Failure RATE_LIMITED
 */
export function payKeyedGuess({ budget }: Pick<Context, 'budget'>, userId: number): Promise<void> {
  return budget.spendOn('signInAs', `user:${userId} with a key`);
}
