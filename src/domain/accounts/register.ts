import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { createUser } from './create-user.ts';
import { checkEmail } from './email.ts';
import { issueKey } from './issue-key.ts';
import type { SignedIn } from './issue-key.ts';
import { checkPassword, hashPassword } from './passwords.ts';

/** What a new account needs; all required (interface, Accounts). */
export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Creates an account and signs it in. @throws Failure EMAIL_TAKEN, INVALID */
export async function register(context: Context, input: Registration): Promise<SignedIn> {
  const firstName = checkText(input.firstName, 'firstName', 'name', true);
  const lastName = checkText(input.lastName, 'lastName', 'name', true);
  const email = checkEmail(input.email);
  checkPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  try {
    return await context.database.em().transactional(async (em) => {
      const user = await createUser(em, { email, firstName, lastName, passwordHash });
      return issueKey(em, user, context.userAgent);
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw new Failure('EMAIL_TAKEN');
    throw error;
  }
}
