import type { Shares } from './gate-limits.ts';

/** A person, an address or a network with tasks. */
export interface Holder {
  running: number;
  waiting: number;
}

/** The person, the address and the network of a caller. */
export type Holders = Record<keyof Shares, Holder> & { readonly path: readonly string[] };

/** The holder of a name, which is made if there is none. */
export function holderIn(holders: Map<string, Holder>, name: string): Holder {
  let holder = holders.get(name);
  if (!holder) holders.set(name, (holder = { running: 0, waiting: 0 }));
  return holder;
}
