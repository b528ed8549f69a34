import type { Context } from '../context.ts';
import type { Queries, Transaction } from '@runners/postgres';
import { Failure, invalid } from '../../errors.ts';
import type { SocialNetwork } from '../../platform/social/social-network.ts';
import { accountByEmail } from './account.queries.ts';
import { createUser } from './create-user.ts';
import { issueKey } from './issue-key.ts';
import type { SignedIn } from './issue-key.ts';
import { guessToken, rememberAddress } from './known-addresses.ts';
import { proveAddress } from './prove-address.ts';
import { SocialAccount } from './social-account.entity.ts';
import { accountBySocialId, befriendSocially, friendIdsOf } from './social-account.queries.ts';
import { newUserOf } from './social-person.ts';

/** The result of a sign-in with a token of a network. */
export interface SocialSignedIn extends SignedIn {
  /** Whether the account was created by this sign-in. */
  created: boolean;
  /** Ids of the users who became friends when it was created. */
  friendIds: number[];
}

/**
 * Error codes of PostgreSQL after which the sign-in is tried again, because a concurrent transaction created or deleted
 * the same row.
 */
const overtaken = new Set(['23505', '23503']);
const attempts = 6;

/**
 * Signs in with a token of the social network (interface, Accounts; decisions R19): to the account that is linked to
 * the person, else to the account with the person's e-mail address if the network has verified it, else to a new
 * account. No transaction is open while the network is queried.
 * @throws Failure SOCIAL_OFF, SOCIAL_TOKEN_REJECTED, SOCIAL_UNAVAILABLE, EMAIL_TAKEN, INVALID without an e-mail
 */
export async function signInWithSocialNetwork(context: Context, token: string): Promise<SocialSignedIn> {
  await context.budget.spend('signIn');
  const { social } = context.integrations;
  if (!social) throw new Failure('SOCIAL_OFF');
  const session = social.speakFor(token);
  const person = newUserOf(await guessToken(context, () => session.person()), context.now());
  const friends = (await knownAccount(context.database, social, person)) ? [] : await session.friends();
  for (let attempt = 1; ; attempt++) {
    try {
      const entered = await context.database.transaction((tx) => enter(context, tx, social, person, friends));
      if (entered.keysDropped) context.forgetKeys();
      return entered;
    } catch (error) {
      if (attempt === attempts || !overtaken.has(String((error as { code?: unknown }).code))) throw error;
    }
  }
}

type Person = ReturnType<typeof newUserOf>;

/** The account of the sign-in, and whether it is linked already. @throws Failure EMAIL_TAKEN */
async function knownAccount(queries: Queries, { name }: SocialNetwork, { socialId, email, emailVerified }: Person) {
  const linked = await queries.one(accountBySocialId, [name, socialId, email ?? '']);
  if (linked) return { ...linked, linked: true };
  if (email === null) throw invalid('token', 'must be granted with the permission email');
  const same = await queries.one(accountByEmail, [email]);
  if (!same) return undefined;
  if (!emailVerified) throw new Failure('EMAIL_TAKEN');
  return { id: same.id, username: same.username, isUnproven: true, linked: false };
}

async function enter(
  context: Context,
  tx: Transaction,
  network: SocialNetwork,
  person: Person,
  friends: string[],
): Promise<SocialSignedIn> {
  const em = await tx.em();
  const { socialId, email, emailVerified, profile, firstName, lastName } = person;
  const known = await knownAccount(tx, network, person);
  const account =
    known ??
    (await createUser(em, {
      email: email ?? '',
      firstName,
      lastName,
      passwordHash: null,
      emailProven: emailVerified,
      profile,
    }));
  // The network has verified the address by which the account is found. This may be the first proof of it.
  const proven = known?.isUnproven && emailVerified ? await proveAddress(context, tx, known.id, 'network') : null;
  if (!known?.linked || proven) {
    em.create(SocialAccount, { user: account.id, network: network.name, socialId });
    // This fails when another account is linked to the person.
    await em.flush();
  }
  if (!known) await tx.all(befriendSocially, [account.id, network.name, friends]);
  const made = known ? [] : await tx.all(friendIdsOf, [account.id]);
  await rememberAddress(context, tx, account.id);
  const signedIn = await issueKey(em, account, context.userAgent);
  const keysDropped = signedIn.keysDropped || proven !== null;
  return { ...signedIn, keysDropped, created: !known, friendIds: made.map(({ id }) => id) };
}
