import { invalid } from '../../errors.ts';

const longest = 2000;

/**
 * The form of a web address that is shown to everyone, as a regular expression of JavaScript and of PostgreSQL: http or https, a
 * host without a user name, and nothing that ends a text.
 */
const form = String.raw`^https?://[^\s@/?#\\]+([/?#][^\s]*)?$`;
const pattern = new RegExp(form, 'i');

const isWebAddress = (text: string) =>
  text.length <= longest && pattern.test(text) && URL.canParse(text) && !/\p{Cc}/u.test(text);

/** Checks an address before it is stored. @throws Failure INVALID */
export function checkWebAddress(field: string, value: string, required = false): string {
  const text = value.trim();
  if (isWebAddress(text) || (text === '' && !required)) return text;
  throw invalid(field, 'must be an http or https address', 'MALFORMED');
}

/** A stored address as it is shown: empty if it does not have the form, because it was stored before there was a rule. */
export const shownAddress = (text: string): string => (pattern.test(text) ? text : '');

/** SQL for the same of a column. */
export const shownAddressSql = (column: string): string =>
  `case when ${column} ~* '${form}' then ${column} else '' end`;
