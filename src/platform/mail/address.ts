import { domainToASCII } from 'node:url';

const plainDomain = /^[a-z\d.-]*$/i;
const nameOfDomain = /^[a-z\d.\-\u0080-\u{10FFFF}]+$/iu;

/**
 * Returns an e-mail address with its domain as the name servers know it: `россия.рф` becomes `xn--h1alffa9f.xn--p1ai`
 * (IDNA). Everything else remains as it is, also a domain that is not valid.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || plainDomain.test(domain) || !nameOfDomain.test(domain)) return address;
  const ascii = domainToASCII(domain);
  return ascii === '' ? address : address.slice(0, at) + ascii;
}

/** An address as it is compared with others: what `addressKey` computes of it as it is stored (decisions P14). */
export function comparedAddress(address: string): string {
  return asciiAddress(address).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * The SQL expression by which addresses are compared, without regard to the case of ASCII letters, whatever the
 * collation of the database says about other letters (decisions P14). The indexes of addresses contain it.
 */
export const addressKey = (address: string) => `lower(${address} collate "C")`;
