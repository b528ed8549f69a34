import { isOldKey, oldKeyLength } from '../../../src/domain/accounts/old-credentials.ts';
import { readHash } from '../../../src/domain/accounts/old-hashes/read-hash.ts';
import { longestUsername } from '../../../src/domain/rules/stored-lengths.ts';
import { isZoneName } from '../../../src/domain/people/zone-name.ts';
import { asciiAddress } from '../../../src/platform/mail/address.ts';
import { hasControl } from '../../../src/platform/text.ts';
import type { TextForm } from './field.ts';
import { Unusable } from './unusable.ts';
import type { Remark } from './unusable.ts';

const unusable = {
  text: new Unusable('must be a text'),
  empty: new Unusable('must not be empty'),
  username: new Unusable(`must have at most ${longestUsername} characters`),
  key: new Unusable(`must have ${oldKeyLength.min} to ${oldKeyLength.max} visible characters of ASCII`),
  sha256: new Unusable('must be a SHA-256, in 64 hexadecimal digits'),
  polyline: new Unusable('must be an encoded polyline'),
  zone: new Unusable('must be the IANA name of a time zone'),
};

/** The names that most people have; asking for each takes thousands of times as long. */
const usualZones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

/** How a text of each form is read. Old texts, addresses and passwords stay, however odd. */
const forms: Readonly<Record<TextForm, (text: string, remark: Remark) => string | Unusable>> = {
  address: (text, remark) => {
    const address = asciiAddress(text.trim());
    if (address !== '' && !/^[^\s@]+@[^\s@]+$/.test(address)) remark('is not an address; it stays as it is');
    if (address !== text) remark('is stored without spaces around it, and with its domain in ASCII');
    return address;
  },
  username: (text) => {
    if (text === '') return unusable.empty;
    const isLong = text.length > 2 * longestUsername || [...text].length > longestUsername;
    return isLong ? unusable.username : text;
  },
  password: (text, remark) => {
    // Django takes an empty one and one with an exclamation mark for none.
    if (text === '' || text.startsWith('!')) return '!';
    const read = readHash(text);
    if (!read) remark('cannot be read; nobody signs in with it');
    else if (read.work > 1) remark('asks for more work than a guess may cost; nobody signs in with it');
    return text;
  },
  key: (text) => (isOldKey(text) ? text : unusable.key),
  sha256: (text) => (/^[\da-f]{64}$/i.test(text) ? text.toLowerCase() : unusable.sha256),
  polyline: (text) => (/^[?-~]*$/.test(text) ? text : unusable.polyline),
  zone: (text) => (usualZones.has(text) || (text.length <= 64 && isZoneName(text)) ? text : unusable.zone),
};

/** Reads a text. What the database cannot hold is removed or replaced, with a remark; everything else stays. */
export function readOldText(value: unknown, form: TextForm | undefined, remark: Remark): string | Unusable {
  const typed = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof typed !== 'string') return unusable.text;
  const text = storable(typed, remark);
  return form === undefined ? text : forms[form](text, remark);
}

function storable(text: string, remark: Remark): string {
  let kept = text;
  if (kept.includes('\0')) {
    remark('has NUL characters, which are removed');
    kept = kept.replaceAll('\0', '');
  }
  if (!kept.isWellFormed()) {
    remark('has halves of characters, which are replaced');
    kept = kept.toWellFormed();
  }
  if (hasControl(kept)) remark('has control characters; it stays as it is');
  return kept;
}
