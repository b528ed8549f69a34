import { hash } from 'node:crypto';

/** The addresses by which a record may name a file: on the web, or in a store that speaks S3. */
const address = /^(?:https?|s3):\/\//i;

/**
 * Where a bundle has the file that a record names by its address: below `files/urls/`, by the SHA-256 of the address. Null for what is no
 * address, and so a path itself.
 */
export function pathOfAddress(name: string): string | null {
  return address.test(name) ? `files/urls/${hash('sha256', name)}` : null;
}
