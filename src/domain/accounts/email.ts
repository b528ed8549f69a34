import { z } from 'zod';
import { invalid } from '../../errors.ts';

const form = z.email().max(254);

/**
 * The e-mail address as it is stored: trimmed, otherwise as typed; compared case-insensitively (decisions A8).
 * @throws Failure INVALID
 */
export function checkEmail(value: string, field = 'email'): string {
  const email = value.trim();
  if (!form.safeParse(email).success) throw invalid(field, 'is not an e-mail address');
  return email;
}
