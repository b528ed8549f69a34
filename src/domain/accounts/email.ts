import { invalid } from '../../errors.ts';
import { asciiAddress } from '../../platform/mail/address.ts';

const longest = 254;
/** The part before the @, as in the HTML standard, with the length that SMTP allows. */
const local = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;
/** A domain of several labels of up to 63 characters, the last of which is not a number. */
const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Returns the e-mail address as it is stored: trimmed, and otherwise as it was typed, except for a domain that is not
 * ASCII. Addresses are compared without regard to case (decisions A8, P14).
 * @throws Failure INVALID
 */
export function checkEmail(value: string, field = 'email'): string {
  const typed = value.trim();
  const email = typed.length <= longest ? asciiAddress(typed) : '';
  const at = email.lastIndexOf('@');
  const isValid =
    at > 0 && email.length <= longest && local.test(email.slice(0, at)) && domain.test(email.slice(at + 1));
  if (!isValid) throw invalid(field, 'is not an e-mail address', 'MALFORMED');
  return email;
}
