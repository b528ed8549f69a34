import { z } from 'zod';
import { invalid } from '../../errors.ts';

const form = z.email().max(254);

/**
 * Returns the e-mail address as it is stored: trimmed, and otherwise as it was typed. Addresses are compared without
 * regard to case (decisions A8).
 * @throws Failure INVALID
 */
export function checkEmail(value: string, field = 'email'): string {
  const email = value.trim();
  if (!form.safeParse(email).success) throw invalid(field, 'is not an e-mail address', 'MALFORMED');
  return email;
}
