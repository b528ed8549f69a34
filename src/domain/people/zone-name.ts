import { IANAZone } from 'luxon';

/**
 * Whether a text is an IANA name (decisions R1). The runtime also accepts offsets such as `+03:00` as zones, and the
 * rules of `SystemV/…`, which IANA has withdrawn and PostgreSQL interprets differently.
 */
export function isZoneName(zone: string): boolean {
  return /^(?!systemv\/)[a-z]/i.test(zone) && IANAZone.isValidZone(zone);
}
