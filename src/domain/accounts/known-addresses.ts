import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { callerNamed, runWithin } from '@runners/limits';

/**
 * The number of addresses that are stored for each account. Beyond it, the one that was used least recently is deleted.
 */
const mostAddresses = 20;

/** `$1` is the user id, and `$2` the digest of the address. */
const knowAddress = statement.write(
  'know_address',
  `insert into known_address (user_id, digest) values ($1, $2)
   on conflict (user_id, digest) do update set seen_date = now()`,
);
const forgetAddresses = statement.write(
  'forget_addresses',
  `delete from known_address where user_id = $1 and digest not in
   (select digest from known_address where user_id = $1 order by seen_date desc limit ${mostAddresses})`,
);
/** `$1` user id, `$2` and `$3` digests of the address. */
const isKnown = statement.read<{ userId: number }>(
  'is_known_address',
  'select user_id as "userId" from known_address where user_id = $1 and digest in ($2, $3) limit 1',
  { owner: 'user_id = $1' },
);

type Caller = Pick<Context, 'budget' | 'signer'>;

const valueOf = (budget: Caller['budget'], userId: number) => `address ${userId} ${budget.address}`;

/** A digest of the address, which cannot be reversed without the secret of the service. */
function digestOf({ budget, signer }: Caller, userId: number): Buffer {
  return signer.digest(valueOf(budget, userId)).subarray(0, 16);
}

/** The digests of the current secret and of the one before it; twice the same when there is only one. */
function digestsOf({ budget, signer }: Caller, userId: number): [Buffer, Buffer] {
  const [current, previous = current] = signer.digests(valueOf(budget, userId)).map((whole) => whole.subarray(0, 16));
  return [current as Buffer, previous as Buffer];
}

/** Records in the transaction of a sign-in that the owner of the account uses this address. */
export async function rememberAddress(caller: Caller, tx: Queries, userId: number): Promise<void> {
  await tx.all(knowAddress, [userId, digestOf(caller, userId)]);
  await tx.all(forgetAddresses, [userId]);
}

/** The name under which attempts from a known address are counted. */
const fromHere = ({ budget }: Pick<Context, 'budget'>, name: string) => `${name} from ${budget.address}`;

/** Forgets the wrong passwords of an account, those that were sent from this address included. */
export async function forgive(context: Pick<Context, 'budget'>, name: string): Promise<void> {
  await context.budget.forgive(name);
  await context.budget.forgive(fromHere(context, name));
}

/**
 * Runs an attempt to sign in to an account with a password, which counts if the password is wrong. Attempts from an address that has signed in to the
 * account before are counted separately for each address, and so are those with a key, so that the attempts of others
 * do not lock the owner out (decisions W23).
 * @param name the address in lower case as the database computes it, by which accounts are found
 * @param userId null when the account does not exist; as many attempts are accepted as for one that does
 * @throws Failure RATE_LIMITED, and what the attempt throws
 */
export async function guess<Result>(
  context: Pick<Context, 'budget' | 'signer' | 'database' | 'viewer'>,
  name: string,
  userId: number | null,
  attempt: () => Promise<Result>,
): Promise<Result> {
  // The same work is done for an account that does not exist.
  const known = await context.database.one(isKnown, [userId ?? 0, ...digestsOf(context, userId ?? 0)]);
  if (userId !== null && context.viewer?.id === userId) return guessWithKey(context, userId, attempt);
  return context.budget.guess(known ? fromHere(context, name) : name, attempt);
}

/**
 * Runs an attempt to sign in in its turn: those from one address follow one another, so that none is refused because of others that are
 * in progress and succeed (phones of one carrier share an address, decisions P11).
 * @throws Failure RATE_LIMITED, UNAVAILABLE when too many attempts wait, and what the attempt throws
 */
export function signInInTurn<Result>(
  { budget, capacity, slot }: Pick<Context, 'budget' | 'capacity' | 'slot'>,
  gate: 'signIns' | 'tokens',
  attempt: () => Promise<Result>,
): Promise<Result> {
  return budget.isCounted ? runWithin(slot, capacity[gate], callerNamed(budget.address), attempt) : attempt();
}

/** Runs an attempt with a token, which counts for the address if the token is wrong, in its turn. @throws as `signInInTurn` */
export function guessToken<Result>(context: Context, attempt: () => Promise<Result>): Promise<Result> {
  return signInInTurn(context, 'tokens', () => context.budget.guess(null, attempt));
}

/**
 * Runs an attempt with the password of the viewer's own account. It is counted for the account alone, separately from
 * attempts without a key, because others may share the network address.
 * @throws Failure RATE_LIMITED, and what the attempt throws
 */
export function guessWithKey<Result>(
  { budget }: Pick<Context, 'budget'>,
  userId: number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  return budget.guess(`user:${userId} with a key`, attempt, false);
}
