/** The largest parts of a bound that one person, one address and one network of addresses may have. */
export interface Shares {
  readonly person: number;
  readonly address: number;
  readonly network: number;
}

/** The usual shares: half for an address, and three quarters for a network, so that others always find something free. */
export function sharesOf(all: number, person: number): Shares {
  const atLeast = (part: number) => Math.max(person, Math.floor(all * part));
  return { person, address: atLeast(1 / 2), network: atLeast(3 / 4) };
}
