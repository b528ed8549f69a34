import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Context } from '../context.ts';
import type { Queries, Transaction } from '@runners/postgres';
import { Failure, invalid, together } from '../../errors.ts';
import { invitationOf } from '../friendships/invitation-link.ts';
import { checkName } from '../../platform/names.ts';
import { createUser } from './create-user.ts';
import { checkEmail } from './email.ts';
import { issueKey } from './issue-key.ts';
import type { SignedIn } from './issue-key.ts';
import { rememberAddress } from './known-addresses.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { User } from '../people/user.entity.ts';

/** The input of a registration. Everything except the invitation is required (interface, Accounts). */
interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  /** The link in the mail of an invitation, which proves the address (decisions N22). */
  invitation?: string | null | undefined;
}

/** The checks of a registration by its fields. */
const registrationChecks = (input: Registration) => ({
  firstName: () => checkName(input.firstName, 'firstName', true),
  lastName: () => checkName(input.lastName, 'lastName', true),
  email: () => checkEmail(input.email),
  password: () => checkPassword(input.password),
});

/** Creates an account and signs it in. @throws Failure EMAIL_TAKEN, INVALID, RATE_LIMITED */
export function register(context: Context, input: Registration): Promise<SignedIn> {
  return create(context, input, async (tx, user) => issueKey(await tx.em(), user, context.userAgent));
}

/** Creates an account through the web page of an invitation, without signing in. @throws as `register` */
export function registerInvited(context: Context, input: Registration & { invitation: string }): Promise<void> {
  return create(context, input, async () => {});
}

async function create<Result>(
  context: Context,
  input: Registration,
  then: (tx: Transaction, user: User) => Promise<Result>,
): Promise<Result> {
  const { firstName, lastName, email } = together(registrationChecks(input));
  await context.budget.spend('register');
  await context.budget.spend('registerInAll');
  const passwordHash = await hashPassword(context, input.password);
  try {
    return await context.database.transaction(async (tx) => {
      const emailProven = await isInvited(context, tx, email, input.invitation);
      const user = await createUser(await tx.em(), { email, firstName, lastName, passwordHash, emailProven });
      await rememberAddress(context, tx, user.id);
      return then(tx, user);
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw new Failure('EMAIL_TAKEN');
    throw error;
  }
}

/** Whether the link was mailed to this address; false without a link. @throws Failure INVALID */
async function isInvited(context: Context, tx: Queries, email: string, link: string | null | undefined) {
  if (link == null || link === '') return false;
  const invitation = await invitationOf(context, tx, link);
  if (invitation?.email.toLowerCase() === email.toLowerCase()) return true;
  throw invalid('invitation', 'was not mailed to this address, or has ended');
}
