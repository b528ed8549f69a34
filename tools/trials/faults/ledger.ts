import type { Outcome } from './calls.ts';

/** The kinds of recorded writes. */
export type Kind =
  | 'message'
  | 'comment'
  | 'workout'
  | 'like'
  | 'registration'
  | 'friend request'
  | 'picture'
  | 'invitation';

/** An attempted write and its result. */
export interface Entry {
  kind: Kind;
  /** A unique mark by which it is found again: a text, a title, an address, a SHA-256, or two ids. */
  mark: string;
  /** The conversation, post or person to which it belongs. */
  place: number;
  /** The key of a user who may see it. */
  key: string;
  result: Outcome['result'];
  /** The path in the answer. */
  location: string;
}

/** All attempted writes, with their rounds. */
export class Ledger {
  readonly all: Entry[] = [];
  #roundFrom = 0;

  enter(entry: Entry): void {
    this.all.push(entry);
  }

  /** The entries since the last call of `newRound`. */
  get round(): Entry[] {
    return this.all.slice(this.#roundFrom);
  }

  newRound(): void {
    this.#roundFrom = this.all.length;
  }

  /** A sentence with the number of entries by result. */
  static summary(entries: readonly Entry[]): string {
    const count = (result: Outcome['result']) => entries.filter((entry) => entry.result === result).length;
    return `${count('made')} writes acknowledged, ${count('refused')} refused, ${count('unknown')} of unknown fate`;
  }
}

/**
 * Returns the error in how often a write was found, or null if there is none. An acknowledged write has to exist once, a
 * refused write must not exist, and a write with an unknown result exists at most once.
 */
export function faultOf({ kind, mark, result }: Entry, count: number): string | null {
  const what = `${kind} "${mark}"`;
  if (count > 1) return `doubled: ${what} is there ${count} times`;
  if (result === 'made' && count === 0) return `lost: ${what} was acknowledged`;
  if (result === 'refused' && count > 0) return `made although it was refused: ${what}`;
  return null;
}
